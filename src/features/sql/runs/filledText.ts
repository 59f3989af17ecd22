import type { ParameterValues } from '../../../query/parameterValues.ts'
import type { StatementToRun } from '../../../results/sqlRuns.ts'
import { parametersIn, withValues, type ParameterProblem } from '../../../sql/parameters.ts'
import { statementsToSend } from '../../../sql/textToRun.ts'

/** The type of a column, by its name; null if that is not known. */
export type TypeOf = (column: string) => string | null

/** The statements of a text with the values of their parameters; or why it can't be sent. */
export type FilledText =
  | { readonly statements: readonly StatementToRun[]; readonly used: ParameterValues; readonly problems: readonly [] }
  | { readonly statements: null; readonly problems: readonly ParameterProblem[] }

/** Puts values into the statements of a text; `used` are those that it has a place for. */
export function filledText(text: string, values: ParameterValues, typeOf: TypeOf): FilledText {
  const parameters = parametersIn(text, typeOf)
  const { problems } = withValues(text, parameters, values)
  if (problems.length > 0) return { statements: null, problems }
  const statements = statementsToSend(text).flatMap(({ start, end }): readonly StatementToRun[] => {
    const own = text.slice(start, end)
    const filled = withValues(own, parameters, values)
    return filled.sql === null ? [] : [{ text: own, sql: filled.sql, start, placeIn: filled.placeIn }]
  })
  return { statements, used: valuesUsed(parameters, values), problems: [] }
}

/** The values for which there is a parameter. */
export function valuesUsed(parameters: readonly { readonly name: string }[], values: ParameterValues): ParameterValues {
  const names = new Set(parameters.map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

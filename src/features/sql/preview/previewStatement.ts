import type { ParameterValues } from '../../../query/parameterValues.ts'
import { asTable } from '../../../query/statementPages.ts'
import { statementsOf } from '../../../sql/statements.ts'
import { textToRun, type TextRange } from '../../../sql/textToRun.ts'
import { LONG_TEXT } from '../../../sql/longText.ts'
import { filledText, type TypeOf } from '../runs/filledText.ts'

/** What is in the editor. */
export interface WrittenText {
  readonly text: string
  readonly selected: TextRange
  readonly values: ParameterValues
  readonly typeOf: TypeOf
}

/** The one statement that Run would send, with its values, without its semicolon; null if it is none, or several. */
export function statementWritten({ text, selected, values, typeOf }: WrittenText): string | null {
  if (text.length > LONG_TEXT) return null
  const toRun = textToRun(text, { start: selected.end, end: selected.end }, 'usual')
  const [only, ...others] = toRun === null ? [] : (filledText(toRun.text, values, typeOf).statements ?? [])
  return only === undefined || others.length > 0 ? null : bareStatement(only.sql)
}

/** The first statement of a text, without its semicolon and what stands around it; null if there is none. */
export function bareStatement(text: string): string | null {
  const [own] = statementsOf(text)
  return own === undefined ? null : text.slice(own.start, own.end)
}

/** The first rows of a statement that reads. */
export function firstRowsOf(sql: string): string {
  return `SELECT * FROM ${asTable(sql)} LIMIT ${PREVIEW_ROWS}`
}

/** More of them nobody reads while writing. */
export const PREVIEW_ROWS = 100

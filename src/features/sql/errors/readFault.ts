import type { ActionError } from '../../../protocol/envelope.ts'
import type { Problem } from '../../../protocol/problem.ts'
import { statementsOf } from '../../../sql/statements.ts'
import { fixWords } from '../../../words/en/statement/faults.ts'
import { oddSigns } from '../../../sql/oddSigns.ts'
import { sqlErrorPlace } from './sqlErrorPlace.ts'
import type { Fault } from './fault.ts'
import { functionNotAllowed, noFunction, noType } from './functionFaults.ts'
import { misplaced, notGrouped, severalRows } from './groupFaults.ts'
import type { KnownTable } from './knownTables.ts'
import { aliasMissing, columnAmbiguous, nameTwice, noColumn, noTable, notInFrom } from './nameFaults.ts'
import { tokenOfPlace, type Refused } from './refused.ts'
import { syntaxFault, tooManyBrackets } from './syntaxFaults.ts'
import { unsaidFault } from './unsaidFault.ts'
import {
  dateOutOfRange,
  limitNegative,
  limitOfTwo,
  onlyDivision,
  operatorUnfit,
  patternInvalid,
  unionTypes,
  valueNotOfType,
} from './valueFaults.ts'
import { indexesOf, namesLike, rangeOf, textAt, wordAt, writtenOf, type Written } from './written.ts'

/** What is known where a statement was refused. */
export interface Surroundings {
  readonly tables: readonly KnownTable[]
  readonly instance: string
  readonly hasToken: boolean
  readonly isRowan: boolean
  /** The functions that statements may call there. */
  readonly allowed: ReadonlySet<string>
}

/**
 * What is wrong with a statement that a server refused, where, and what would mend it; null where only the server's own
 * words say something. `plain` is what the refusal means without the statement.
 */
export function readFault(error: ActionError, sent: string, plain: Problem, around: Surroundings): Fault | null {
  const written = writtenOf(sent)
  const [line = ''] = error.message.split('\n', 1)
  // PostgreSQL adds quotes of its own around a name that was written in quotes.
  const first = line.trim().replace(/""([^"]+)""/g, '"$1"')
  const refused: Refused = { ...around, written, first, message: error.message, place: sqlErrorPlace(error, sent) }
  if (error.kind === 'notAuthorized') return forbidden(refused)
  const byCode = faultOfProblem(plain, refused, error)
  if (byCode !== null) return byCode
  if (error.kind !== 'sql') return null
  const odd = oddSignFault(sent)
  if (odd !== null) return odd
  for (const [pattern, read] of SAID) {
    const found = pattern.exec(first)
    const fault =
      found === null
        ? null
        : read(
            refused,
            found.slice(1).map((part) => part ?? ''),
          )
    if (fault !== null) return fault
  }
  const range =
    refused.place === null ? null : rangeOf(written, Math.min(tokenOfPlace(refused), written.tokens.length - 1))
  return range === null ? null : { problem: plain, range, fix: null }
}

/** What the problem itself says, or the whole statement. */
function faultOfProblem(plain: Problem, refused: Refused, { type }: ActionError): Fault | null {
  const { written } = refused
  const { code } = plain
  if (code === 'severalStatements') {
    const second = statementsOf(written.text)[1]
    const at = second === undefined ? -1 : written.tokens.findIndex(({ start }) => start === second.start)
    return { problem: plain, range: rangeOf(written, at), fix: null }
  }
  if (code === 'numberSignRefused') {
    const isSign = (at: number) => textAt(written, at).includes('#') && written.tokens[at]?.kind !== 'string'
    return { problem: plain, range: rangeOf(written, indexesOf(written, isSign)[0] ?? -1), fix: null }
  }
  if (code === 'statementChanges') return { problem: plain, range: rangeOf(written, 0), fix: null }
  if (code === 'onlyReading') {
    const verb = wordAt(written, 0).toUpperCase()
    return { problem: { code: 'statementChanges', verb }, range: rangeOf(written, 0), fix: null }
  }
  if (code !== 'valueUnfit' && code !== 'noReasonGiven') return null
  return unsaidFault(refused, plain.status, type === 'Internal Server Error' && !refused.isRowan)
}

/** What a server does not let a statement do. */
function forbidden(refused: Refused): Fault | null {
  const { written, message, tables, instance, hasToken } = refused
  const called = /not authorized to call function (\S+)/i.exec(message)?.[1]
  if (called !== undefined) return functionNotAllowed(refused, called.replace(/[.,]$/, ''))
  const type = /not authorized to use the type (\S+)/i.exec(message)?.[1]
  if (type !== undefined) return noType(refused, type)
  if (/system tables/i.test(message)) {
    const at = indexesOf(written, (each) => /^(?:pg_|information_schema$)/.test(nameOf(written, each)))[0]
    return {
      problem: { code: 'systemTablesForbidden' },
      range: at === undefined ? null : rangeOf(written, at),
      fix: null,
    }
  }
  const id = /not authorized to read resource (\S+)/i.exec(message)?.[1]
  const at = id === undefined ? undefined : namesLike(written, id)[0]
  if (id === undefined || at === undefined) return null
  const title = tables.find((table) => table.id === id)?.title
  return {
    problem: { code: 'tableForbidden', table: title === undefined ? 'this table' : `"${title}"`, instance, hasToken },
    range: rangeOf(written, at),
    fix: null,
  }
}

function nameOf(written: Written, at: number): string {
  return textAt(written, at).replaceAll('"', '').toLowerCase()
}

/** PostgreSQL's words, and what they mean of this statement. */
const SAID: readonly (readonly [RegExp, (refused: Refused, parts: readonly string[]) => Fault | null])[] = [
  [/^column (.+?) does not exist$/, (refused, [path = '']) => noColumn(refused, path)],
  [/^relation (.+?) does not exist$/, (refused, [name = '']) => noTable(refused, name)],
  [
    /^(?:missing|invalid reference to) FROM-clause entry for table "(.+)"$/,
    (refused, [name = '']) => notInFrom(refused, name),
  ],
  [/^table name "(.+)" specified more than once$/, (refused, [name = '']) => nameTwice(refused, name)],
  [/^column reference "(.+)" is ambiguous$/, (refused, [name = '']) => columnAmbiguous(refused, name)],
  [/^subquery in FROM must have an alias$/, (refused) => tooManyBrackets(refused) ?? aliasMissing(refused)],
  [/^function (.+) does not exist$/, (refused, [called = '']) => noFunction(refused, called)],
  [/^type "(.+)" does not exist$/, (refused, [name = '']) => noType(refused, name)],
  [/^operator does not exist: (.+)$/, (refused, [said = '']) => operatorUnfit(refused, said)],
  [/^operator is not unique: (.+)$/, (refused, [said = '']) => operatorUnfit(refused, said)],
  [/^column "(.+)" must appear in the GROUP BY clause/, (refused, [name = '']) => notGrouped(refused, name)],
  [
    /^aggregate functions are not allowed in (.+)$/,
    (refused, [clause = '']) => misplaced(refused, 'aggregateMisplaced', clause),
  ],
  [
    /^window functions are not allowed in (.+)$/,
    (refused, [clause = '']) => misplaced(refused, 'windowMisplaced', clause),
  ],
  [
    /^set-returning functions are not allowed in (.+)$/,
    (refused, [clause = '']) => misplaced(refused, 'rowsMisplaced', clause),
  ],
  [/^aggregate function calls cannot be nested$/, (refused) => placed(refused, { code: 'aggregateNested' })],
  [
    /^argument of (.+?) must be type boolean, not type (.+)$/,
    (refused, [clause = '', type = '']) => placed(refused, { code: 'notBoolean', clause, type }),
  ],
  [
    /^(ORDER BY|GROUP BY|DISTINCT ON) position (\S+) is not in select list$/,
    (refused, [clause = '', position = '']) => placed(refused, { code: 'positionMissing', clause, position }),
  ],
  [/^for SELECT DISTINCT, ORDER BY/, (refused) => placed(refused, { code: 'distinctOrder' })],
  [
    /^each (\w+) query must have the same number of columns$/,
    (refused, [operation = '']) => placed(refused, { code: 'unionCounts', operation }),
  ],
  [
    /^(\w+) types (.+?) and (.+?) cannot be matched$/,
    (refused, [operation = '', one = '', other = '']) => unionTypes(refused, operation, one, other),
  ],
  [/^(LIMIT|OFFSET) must not be negative$/, ({ written }, [word = '']) => limitNegative(written, word)],
  [/^LIMIT #,# syntax is not supported$/, ({ written }) => limitOfTwo(written)],
  [/^more than one row returned by a subquery/, (refused) => severalRows(refused)],
  [
    /^division by zero$/,
    ({ written, isRowan }) => ({
      problem: { code: 'divisionByZero' },
      range: null,
      fix: null,
      ...onlyDivision(written, isRowan),
    }),
  ],
  [
    /^(?:value "(?:.+)" is out of range for type )?(smallint|integer|bigint)(?: out of range)?$/,
    (refused, [type = '']) => placed(refused, { code: 'numberTooLarge', type }),
  ],
  [/^numeric field overflow$/, (refused) => placed(refused, { code: 'numberTooLarge', type: 'numeric' })],
  [
    /^invalid input syntax for type (.+?): "(.*)"$/,
    (refused, [type = '', value = '']) => valueNotOfType(refused, value, type),
  ],
  [
    /^malformed (array|range|record) literal: "(.*)"$/,
    (refused, [type = '', value = '']) => valueNotOfType(refused, value, `an ${type}`),
  ],
  [/^date\/time field value out of range: "(.*)"$/, (refused, [value = '']) => dateOutOfRange(refused, value)],
  [/^invalid regular expression: (.+)$/, (refused, [said = '']) => patternInvalid(refused, said)],
  [/^unit "(.+)" not (?:recognized|supported)/, ({ written, first }, [unit = '']) => unitUnknown(written, first, unit)],
  [/^(?:syntax error|unterminated|trailing junk|zero-length delimited)/, (refused) => syntaxFault(refused)],
]

/** A sign outside of quotes that only looks like the one that is meant. */
function oddSignFault(sent: string): Fault | null {
  const signs = oddSigns(sent)
  const [first] = signs
  if (first === undefined) return null
  const line = sent.slice(0, first.place).split('\n').length
  return {
    problem: { code: 'oddSign', kind: first.kind, line },
    range: { start: first.place, end: first.place + first.sign.length },
    fix: {
      label: fixWords.plainSigns,
      edits: signs.map(({ place, sign, plain }) => ({ start: place, end: place + sign.length, text: plain })),
    },
  }
}

function placed(refused: Refused, problem: Problem): Fault {
  return { problem, range: rangeOf(refused.written, tokenOfPlace(refused)), fix: null }
}

function unitUnknown(written: Written, said: string, unit: string): Fault {
  const at = indexesOf(
    written,
    (each) => textAt(written, each).replaceAll("'", '').toLowerCase() === unit.toLowerCase(),
  )[0]
  return {
    problem: { code: 'refusedPlainly', said, hint: null },
    range: at === undefined ? null : rangeOf(written, at),
    fix: null,
  }
}

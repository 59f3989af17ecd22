import { useMemo, useState } from 'react'
import type { TextRange } from '../../../editor/textRange.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { useFieldsOfAll } from '../../copyAs/tableFields.ts'
import type { Asked, Failure } from '../../result/failure.ts'
import type { StatementToRun } from '../../../results/sqlRuns.ts'
import { useTables } from '../../tables/useTables.ts'
import { sqlFunctions } from '../../../protocol/sqlFunctions.ts'
import { functionsOfDialect } from '../../../sql/dialect.ts'
import { dialectOf } from '../dialectOf.ts'
import type { SqlFix } from './sqlFix.ts'
import { explainStatement, LONGEST } from './explainStatement.ts'
import { tablesMeant } from '../../../sql/tables/tablesMeant.ts'

/** What failed at a statement, as the editor shows it. */
export interface ShownFailure {
  readonly error: Error
  readonly failure: Failure
  /** In the text of the editor, while that still holds the statement as it was run; null as long as no place is to blame. */
  readonly range: TextRange | null
  /** Whether a place was to blame that the text does not hold any more. */
  readonly isPast: boolean
  /** In places of the text of the editor. */
  readonly fix: SqlFix | null
}

export interface FailedStatement {
  readonly statement: StatementToRun
  /** null if it did not. */
  readonly error: Error | null
  /** The text that was run, of which it is a statement. */
  readonly ran: string
  /** What the editor holds now. */
  readonly text: string
  readonly asked: Asked
  readonly instanceId: string
  readonly client: ActionClient
}

/** Explains why the last run failed, with what is known of the tables that the statement names. */
export function useStatementFailure({
  statement,
  error,
  ran,
  text,
  asked,
  instanceId,
  client,
}: FailedStatement): ShownFailure | null {
  const { instance, table, hasToken } = asked
  const { sql: sent } = statement
  const isRefused =
    sent.length <= LONGEST &&
    error instanceof ActionError &&
    (error.kind === 'sql' || error.kind === 'notAuthorized' || error.status === 500)
  const { data: listed } = useTables(instanceId, client)
  const named = useMemo(() => (isRefused ? tablesMeant(sent, listed ?? []) : NONE), [isRefused, sent, listed])
  const fields = useFieldsOfAll({ instanceId, client }, named)
  const dialect = useProfile(client, dialectOf)
  const told = useProfile(client, ({ functions }) => functions)
  const found = useMemo(() => {
    if (error === null) return null
    const own = new Set(listed?.map(({ id }) => id))
    const others = named.filter((id) => !own.has(id)).map((id) => ({ id, title: id, aliases: [] }))
    const tables = [...(isRefused ? (listed ?? []) : []), ...others].map(({ id, title, aliases }) => ({
      id,
      title,
      aliases,
      columns: fields.get(id) ?? null,
    }))
    const allowed = functionsOfDialect(dialect, told) ?? sqlFunctions
    return explainStatement(error, sent, { instance, table, hasToken, tables, isRowan: dialect === 'rowan', allowed })
  }, [error, isRefused, sent, listed, named, fields, instance, table, hasToken, dialect, told])

  const edges = useMemo(() => (error === null ? null : edgesOf(text, ran, statement)), [error, text, ran, statement])
  const [failed, setFailed] = useState({ error, edges })
  if (failed.error !== error) setFailed({ error, edges })
  const start = edges !== null && edges.around === failed.edges?.around ? edges.start : null
  const fix = useMemo(() => {
    if (start === null || found === null || found.fix === null) return null
    return { label: found.fix.label, edits: found.fix.edits.map((edit) => placed(edit, statement, start)) }
  }, [found, statement, start])
  if (found === null || error === null) return null
  return {
    error,
    failure: found.failure,
    range: start === null || found.range === null ? null : placed(found.range, statement, start),
    isPast: start === null && failed.edges !== null && found.range !== null,
    fix,
  }
}

/** A range of the statement as it was sent, in the editor's text, where the statement begins at `start`. */
function placed<Range extends TextRange>(range: Range, { placeIn }: StatementToRun, start: number): Range {
  const at = (offset: number) => start + (placeIn?.(offset) ?? offset)
  return { ...range, start: at(range.start), end: at(range.end) }
}

const NONE: readonly string[] = []

/** Where the statement is in the text, and what stands on its lines before and behind it: typing there changes it, too. */
function edgesOf(
  text: string,
  ran: string,
  { text: own, start: offset = 0 }: StatementToRun,
): { readonly start: number; readonly around: string } | null {
  const whole = text.indexOf(ran)
  const start = own === '' ? -1 : whole !== -1 && ran.startsWith(own, offset) ? whole + offset : text.indexOf(own)
  if (start === -1) return null
  const end = text.indexOf('\n', start + own.length)
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return { start, around: JSON.stringify([before, text.slice(start + own.length, end === -1 ? text.length : end)]) }
}

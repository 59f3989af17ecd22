import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { SearchPage } from '../../../protocol/answers.ts'
import { plainText } from '../../../protocol/json/jsonCharacters.ts'
import { fieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import { searchExactly } from '../../../results/plan/searchExactly.ts'
import { NotShownError, type SentValues } from '../../write/readBack.ts'
import { holdsSame } from '../holdsSame.ts'
import { recordWith } from './recordToRestore.ts'

/** A record as a search gives it now. */
export interface ReadRecord {
  readonly fields: SearchPage['fields']
  readonly row: SearchPage['rows'][number]
}

/** A field that somebody has changed, and what it has now; null for null. */
export interface ChangedField {
  readonly field: string
  readonly now: string | null
}

/** Somebody has changed these fields since they were read, so nothing was sent; `record` is what is there now. */
export class ChangedSinceError extends Error {
  override readonly name = 'ChangedSinceError'
  readonly changed: readonly ChangedField[]
  readonly record: ReadRecord

  constructor(changed: readonly ChangedField[], record: ReadRecord) {
    super(`Changed since: ${changed.map(({ field }) => field).join()}`)
    this.changed = changed
    this.record = record
  }
}

/** Somebody has deleted the record since it was read, so nothing was sent. */
export class GoneError extends Error {
  override readonly name = 'GoneError'
}

/**
 * The record as it is now; null if the server does not show a single one. Rejects with a `ChangedSinceError` if one of these
 * fields no longer has this value, and with a `GoneError` if the record is gone.
 */
export async function unchangedRecord(
  client: ActionClient,
  resource: string,
  id: JsonText,
  expected: SentValues,
): Promise<ReadRecord | null> {
  const record = await readRecord(client, resource, id)
  if (record === null) return null
  const changed = expected.flatMap(([name, value]): readonly ChangedField[] => {
    const at = record.fields.findIndex((field) => field.id === name)
    const [field, now] = [record.fields[at], record.row[at] ?? 'null']
    if (field === undefined || holdsSame(now, value, field)) return []
    return [{ field: name, now: now === 'null' ? null : plainText(now, fieldKind(field.type)) }]
  })
  if (changed.length > 0) throw new ChangedSinceError(changed, record)
  return record
}

/** The record as it is now; null if the server does not show a single one. Rejects with a `GoneError` if it is gone. */
export async function readRecord(client: ActionClient, resource: string, id: JsonText): Promise<ReadRecord | null> {
  const exact = {
    // What a search leaves out of times would hide a change.
    search: (params: Readonly<Record<string, unknown>>) => searchExactly(client, params, {}),
  }
  try {
    const { fields, row } = await recordWith(exact, resource, id)
    if (row === null) throw new GoneError('The record is gone')
    return { fields, row }
  } catch (error) {
    if (error instanceof NotShownError) return null
    throw error
  }
}

/** What the record has in the fields of these values. */
export function valuesOf({ fields, row }: ReadRecord, among: SentValues): SentValues {
  return fields.flatMap(({ id }, at) => (among.some(([name]) => name === id) ? [[id, row[at] ?? 'null'] as const] : []))
}

import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Row } from '../../../protocol/answers.ts'
import type { Field } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { SentValues } from '../../write/readBack.ts'
import type { Change } from '../../write/settled.ts'
import { readRecord, unchangedRecord, valuesOf, type ReadRecord } from './changedSince.ts'
import { recordToAdd, recordToChange } from './recordChange.ts'
import { changesOf, type Drafts } from './recordDraft.ts'
import { valueToRestore } from './recordToRestore.ts'
import { sentValues } from './sentValue.ts'

/** A record as it was when editing began, in the order of its fields. */
export interface EditedRecord {
  readonly row: Row
  readonly fields: readonly Field[]
}

/** A change of a record that was stored, and can be undone exactly. */
export interface SavedChange {
  readonly id: JsonText
  /** What the changed fields had before, as it is sent, and what a search shows of them since. */
  readonly before: SentValues
  readonly now: SentValues
}

/** What is sent to store what was typed, and how to undo it when it is stored. */
export interface RecordEdit {
  readonly change: Change<true>
  /** null if a value can't be brought back exactly, or the record isn't shown as it is now. */
  readonly saved: () => Promise<SavedChange | null>
}

/**
 * The edit that stores these values in the record with this `_id`; null adds one. Reads the record first, and rejects if one
 * of the fields is no longer as it was when editing began, or the record is gone.
 */
export async function recordEdit(
  client: ActionClient,
  resource: string,
  id: JsonText | null,
  edited: EditedRecord,
  changes: SentValues,
): Promise<RecordEdit> {
  const values = sentValues(client, edited.fields, changes)
  if (id === null) {
    return { change: await recordToAdd(client, resource, values), saved: () => Promise.resolve(null) }
  }
  const read = await unchangedRecord(client, resource, id, valuesOf(edited, changes))
  const before = read ?? edited
  const old = before.fields.map((field, at) => [field.id, before.row[at]] as const)
  return {
    change: recordToChange(client, resource, id, values, new Map(old)),
    saved: async () => {
      const restored = read === null ? null : valuesToRestore(client, resource, read, changes)
      if (restored === null) return null
      const stored = await readRecord(client, resource, id).catch(() => null)
      return stored && { id, before: restored, now: valuesOf(stored, changes) }
    },
  }
}

/** The edited record as if editing began with what it is now; of what was typed, only the changes are kept. */
export function begunFrom(
  record: ReadRecord,
  { fields, row }: EditedRecord,
  drafts: Drafts,
): { readonly edited: EditedRecord; readonly drafts: Drafts } {
  const now = new Map(record.fields.map((field, at) => [field.id, record.row[at]]))
  const { changes, problems } = changesOf(fields, drafts, row)
  const typed = new Set([...changes.map(([name]) => name), ...problems.keys()])
  return {
    edited: { fields, row: fields.map((field, at) => (now.has(field.id) ? now.get(field.id) : row[at])) },
    drafts: new Map([...drafts].filter(([name]) => typed.has(name))),
  }
}

/** null if one of them can't be brought back exactly. */
function valuesToRestore(
  client: ActionClient,
  resource: string,
  { fields, row }: ReadRecord,
  among: SentValues,
): SentValues | null {
  const before = fields.flatMap((field, at) => {
    if (!among.some(([name]) => name === field.id)) return []
    const value = valueToRestore(client, resource, row[at] ?? 'null', field)
    return value === null ? [] : [[field.id, value] as const]
  })
  return before.length === among.length ? before : null
}

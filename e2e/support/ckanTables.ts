/** A record of a table. */
export type Row = Readonly<Record<string, unknown>>

/** The id of the table of a dataset, by the number of the dataset. */
export function tableId(number: number): string {
  return `0a0a0a0a-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

/** The number of the dataset that a table belongs to; null if it is no such id. */
export function tableNumber(id: string): number | null {
  const digits = /^0a0a0a0a-0000-4000-8000-([0-9a-f]{12})$/.exec(id)?.[1]
  return digits === undefined ? null : Number.parseInt(digits, 16)
}

/** The table of the second dataset, which is private. */
export const PRIVATE = tableId(1)
/** The table of the third dataset, made from an uploaded file: it can't be written without `force`. */
export const READ_ONLY = tableId(2)
/** The table of the fourth dataset, if there are so many: it has a column `j`. */
export const WITH_J = tableId(3)
/** The table of the fifth dataset, if there are so many: it has a column `Case #`. */
export const WITH_HASH = tableId(4)
/** A table that is listed and belongs to no dataset. */
export const ORPHAN = '0e0e0e0e-0000-4000-8000-000000000000'

/** What `_table_metadata` lists: every table, also those that nobody may read. */
export function listedTables(datasets: number): readonly string[] {
  return [ORPHAN, ...Array.from({ length: datasets }, (_, number) => tableId(number))].toSorted()
}

/** Whether there is such a table. */
export function isTable(id: string, datasets: number): boolean {
  const number = tableNumber(id)
  return id === ORPHAN || (number !== null && number < datasets)
}

/** Whether the table differs from the others in its columns. */
export function hasOwnColumns(id: string): boolean {
  return OWN[id] !== undefined
}

const OWN: Readonly<Record<string, { readonly id: string; readonly type: string }>> = {
  [WITH_J]: { id: 'j', type: 'int4' },
  [WITH_HASH]: { id: 'Case #', type: 'int4' },
}

/** The fields and the records of a table; those that were written to it, if any were. */
export function recordsOf(id: string, datasets: number, written: readonly Row[] | undefined) {
  const number = tableNumber(id) ?? datasets
  const own = OWN[id] ?? { id: 'level', type: 'numeric' }
  const fields = [
    { id: '_id', type: 'int' },
    { id: 'station', type: 'text', info: { label: 'Station name', notes: 'As painted on the gauge.' } },
    own,
  ]
  const records = Array.from({ length: (number % 5) + 2 }, (_, at) => ({
    _id: at + 1,
    station: `station ${number}-${at + 1}`,
    [own.id]: at * 10,
  }))
  return { fields, records: written ?? records }
}

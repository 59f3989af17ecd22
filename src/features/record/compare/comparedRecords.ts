import type { Row } from '../../../protocol/answers.ts'
import type { Field } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import { recordKey } from '../recordKey.ts'

/** A record that was chosen to be compared, as it was read. */
export interface ChosenRecord {
  /** The row's number in the result, from 0. */
  readonly place: number
  readonly fields: readonly Field[]
  readonly row: Row
}

/** A field of some records, and whether they hold different values in it, compared as they were sent. */
export interface ComparedField {
  readonly field: Field
  /** One for each record; undefined if it has no such field. */
  readonly values: readonly (JsonText | undefined)[]
  readonly differs: boolean
}

/** More columns than this are no longer read side by side. */
export const MOST_COMPARED = 20

/** All fields of the records, in the order of the first one that has them. */
export function comparedFields(records: readonly ChosenRecord[]): readonly ComparedField[] {
  const fields = new Map(records.flatMap((record) => record.fields).map((field) => [field.id, field]))
  return [...fields.values()].map((field) => {
    const values = records.map((record) => record.row[record.fields.findIndex(({ id }) => id === field.id)])
    return { field, values, differs: new Set(values).size > 1 }
  })
}

/** What the records are called; two of one name have their numbers with it. */
export function comparedNames(records: readonly ChosenRecord[]): readonly string[] {
  const keys = records.map(({ fields, row, place }) => recordKey(fields, row) ?? String(place + 1))
  return keys.map((key, at) =>
    keys.indexOf(key) === keys.lastIndexOf(key) ? key : `${key} (${(records[at]?.place ?? 0) + 1})`,
  )
}

/** The records with this one chosen, or no longer. */
export function withChosen(records: readonly ChosenRecord[], record: ChosenRecord): readonly ChosenRecord[] {
  const others = records.filter(({ place }) => place !== record.place)
  return others.length < records.length ? others : [...others, record].slice(-MOST_COMPARED)
}

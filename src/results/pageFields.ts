import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'

/** The fields and, after them, those that only later pages have: a server that names no fields leaves out what is not there. */
export function withFieldsOf(fields: readonly Field[], later: readonly (readonly Field[])[]): readonly Field[] {
  const known = new Map(fields.map((field) => [field.id, field]))
  for (const field of later.flat()) if (!known.has(field.id)) known.set(field.id, field)
  return known.size === fields.length ? fields : [...fields, ...[...known.values()].slice(fields.length)]
}

/** A row of a page with the fields `of`, in the order of the fields `wanted`. */
export function alignedRow(row: Row, of: readonly Field[], wanted: readonly Field[]): Row {
  if (of === wanted || (of.length === wanted.length && of.every(({ id }, place) => id === wanted[place]?.id)))
    return row
  return wanted.map(({ id }) => row[of.findIndex((field) => field.id === id)])
}

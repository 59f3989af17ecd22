import { rowsIn, type SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'

/** Tables with more fields than this are wide: later pages hold only the columns that are in view or near it. */
const WIDE = 60

/** Columns are asked for in blocks of so many neighbours, so that a small step sideways asks for nothing. */
const BLOCK = 20

/**
 * Whether later pages may be read a few columns at a time, judging by the first page. Without `_id` nothing would
 * show that the columns of two answers belong to the same records.
 */
export function mayReadColumns(first: SearchPage): boolean {
  const { fields, hasGuessedFields } = first
  return fields.length > WIDE && hasGuessedFields !== true && rowsIn(first) > 0 && fields.some(({ id }) => id === '_id')
}

export function blockOf(column: number): number {
  return Math.floor(column / BLOCK)
}

/** The blocks that hold these columns, in order. */
export function blocksOf(columns: readonly number[]): readonly number[] {
  return [...new Set(columns.map(blockOf))].toSorted((a, b) => a - b)
}

/** The names of the fields in these blocks, and `_id`, which identifies the records. */
export function fieldsIn(fields: readonly Field[], blocks: readonly number[]): readonly string[] {
  const names = blocks.flatMap((block) => fields.slice(block * BLOCK, (block + 1) * BLOCK).map(({ id }) => id))
  return names.includes('_id') ? names : ['_id', ...names]
}

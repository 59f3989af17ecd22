import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import { MisfitError } from '../misfit.ts'
import { namesIn, nodesIn, type Node } from './node.ts'

/** The only table of a statement: its name, what else it is called there, its fields. */
export interface Table {
  readonly name: string
  readonly alias: string | null
  readonly fields: readonly Field[]
}

/** The column in which the words of a record are kept. */
export const WORDS_COLUMN = '_full_text'

/** The name of the field that a node is; null if it is no column. Throws if the table has no such field. */
export function fieldIn(node: Node, table: Table): string | null {
  if (node.kind !== 'ColumnRef') return null
  const parts = nodesIn(node.of['fields'])
  if (parts.some(({ kind }) => kind !== 'String')) throw new MisfitError('expression')
  const names = namesIn(node.of['fields'])
  const name = names.at(-1) ?? ''
  const isOfTable = names.length === 1 || (names.length === 2 && names[0] === (table.alias ?? table.name))
  const isKnown = name === WORDS_COLUMN || table.fields.some(({ id }) => id === name)
  if (!isOfTable || !isKnown) throw new MisfitError('column', names.join('.'))
  return name
}

/** The kind of a field of the table. */
export function kindOf(field: string, table: Table): FieldKind {
  return fieldKind(typeOf(field, table))
}

/** The type of a field of the table, in small letters. */
export function typeOf(field: string, table: Table): string {
  return table.fields.find(({ id }) => id === field)?.type.toLowerCase() ?? ''
}

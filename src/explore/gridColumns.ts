import type { GridColumn } from '../grid/DataGrid.tsx'
import { fieldKind, type Field } from '../protocol/field.ts'

/** The grid's columns for the fields of an answer; fields of one name (possible in SQL) get ids of their own. */
export function gridColumns(fields: readonly Field[]): readonly GridColumn[] {
  const seen = new Map<string, number>()
  return fields.map((field) => {
    const before = seen.get(field.id) ?? 0
    seen.set(field.id, before + 1)
    return {
      id: before === 0 ? field.id : `${field.id}\u0000${before}`,
      name: field.id,
      type: typeWords(field.type),
      kind: fieldKind(field.type),
      ...dictionaryWords(field),
    }
  })
}

/** What the data dictionary says of a field: a label that is more than its name, and a note. */
function dictionaryWords({ id, info }: Field): Pick<GridColumn, 'label' | 'note'> {
  const [label, note] = [info?.['label'], info?.['notes']].map((text) => (typeof text === 'string' ? text.trim() : ''))
  return { ...(label && label !== id ? { label } : {}), ...(note ? { note } : {}) }
}

/** A PostgreSQL type in a word that one knows: `int4` is `integer`, `_text` is `text array`. */
export function typeWords(type: string): string {
  if (type.startsWith('_')) return `${typeWords(type.slice(1))} array`
  if (type.endsWith('[]')) return `${typeWords(type.slice(0, -2))} array`
  const kind = fieldKind(type)
  return kind === 'other' ? type : kind
}

import type { GridColumn } from '../grid/DataGrid.tsx'
import { fieldKind, type Field } from '../protocol/field.ts'

/** The grid's columns for the fields of an answer; fields of one name (possible in SQL) get ids of their own. */
export function gridColumns(fields: readonly Field[]): readonly GridColumn[] {
  const seen = new Map<string, number>()
  return fields.map((field) => {
    const before = seen.get(field.id) ?? 0
    seen.set(field.id, before + 1)
    const notes = field.info?.['notes']
    return {
      id: before === 0 ? field.id : `${field.id}\u0000${before}`,
      name: field.id,
      type: typeWords(field.type),
      kind: fieldKind(field.type),
      ...(typeof notes === 'string' && notes.trim() !== '' ? { note: notes.trim() } : {}),
    }
  })
}

/** A PostgreSQL type in a word that one knows: `int4` is `integer`, `_text` is `text array`. */
export function typeWords(type: string): string {
  if (type.startsWith('_')) return `${typeWords(type.slice(1))} array`
  if (type.endsWith('[]')) return `${typeWords(type.slice(0, -2))} array`
  const kind = fieldKind(type)
  return kind === 'other' ? type : kind
}

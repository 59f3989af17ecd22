import type { GridColumn } from '../../grid/columns/useGridColumns.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { resultWords } from '../../words/en/result.ts'
import { shownName } from '../../words/shownName.ts'

/** The grid's columns for the fields of an answer; fields of one name (possible in SQL) get ids of their own. */
export function gridColumns(fields: readonly Field[]): readonly GridColumn[] {
  const seen = new Map<string, number>()
  return fields.map((field) => {
    const before = seen.get(field.id) ?? 0
    seen.set(field.id, before + 1)
    return {
      id: before === 0 ? field.id : `${field.id}\u0000${before}`,
      name: shownName(field.id),
      type: typeWords(field.type),
      kind: fieldKind(field.type),
      ...dictionaryWords(field),
    }
  })
}

/** What the data dictionary says of a field: a label, if it isn't just the name with capitals and spaces, and a note. */
export function dictionaryWords({ id, info }: Field): Pick<GridColumn, 'label' | 'note'> {
  const [label, note] = [info?.['label'], info?.['notes']].map((text) => (typeof text === 'string' ? text.trim() : ''))
  return { ...(label && plain(label) !== plain(id) ? { label } : {}), ...(note ? { note } : {}) }
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')

/** A PostgreSQL type in a familiar word: `int4` is `integer`, `_text` is `text array`. */
export function typeWords(type: string): string {
  if (type.startsWith('_')) return resultWords.arrayOf(typeWords(type.slice(1)))
  if (type.endsWith('[]')) return resultWords.arrayOf(typeWords(type.slice(0, -2)))
  const kind = fieldKind(type)
  return kind === 'other' ? type : resultWords.types[kind]
}

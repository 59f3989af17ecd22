import { fieldKind } from '../../protocol/field.ts'
import { sqlLiteral } from '../../query/sqlText.ts'
import type { Scope } from '../scope.ts'
import type { Phrase } from '../statement/phrase.ts'
import { wordAt } from '../statement/walk.ts'
import type { Column } from '../statement/columns.ts'
import type { CatalogueIndex, CatalogueValue } from './catalogue.ts'
import type { Completion } from './item.ts'
import type { ValuePlace } from './valuePlace.ts'

/** Whether values of the column are worth asking for: not of one that seldom has a value twice. */
export function hasValues({ origin, type }: Column): boolean {
  return origin !== null && type !== null && !/^_(?:id|full_text)$/.test(origin.field) && KINDS.has(fieldKind(type))
}

const KINDS: ReadonlySet<string> = new Set(['text', 'integer', 'boolean', 'date'])

/** The values of a column that are known; null if they were not loaded. */
export function valuesOf({ origin }: Column, { catalogue }: CatalogueIndex): readonly CatalogueValue[] | null {
  return origin ? (catalogue.values.get(origin.table)?.get(origin.field) ?? null) : null
}

/** The values that a column can be compared with, written as literals, the likeliest first. */
export function valueItems(
  { column, written, pattern, quoted }: ValuePlace,
  index: CatalogueIndex,
): readonly Completion[] {
  const kind = fieldKind(column.type ?? 'text')
  const isBare = !quoted && !pattern && (kind === 'integer' || kind === 'boolean')
  return (valuesOf(column, index) ?? [])
    .filter(({ text }) => !written.has(text) && !(pattern && text.includes('\\')))
    .map(({ text, records }) => ({
      kind: 'value',
      label: text,
      insert: isBare ? text : sqlLiteral(text),
      detail: column.type,
      title: null,
      ...(records === null ? {} : { records }),
    }))
}

/** The units that `date_trunc` and `date_part` take, as their first argument. */
export function unitItems(phrase: Phrase, { bracket }: Scope): readonly Completion[] {
  if (bracket === null || phrase.at !== bracket + 1) return []
  if (!/^(?:date_trunc|date_part)$/.test(wordAt(phrase, bracket - 1))) return []
  return UNITS.map((unit) => ({ kind: 'value', label: unit, insert: `'${unit}'`, detail: null, title: null }))
}

const UNITS = ['year', 'month', 'day', 'quarter', 'week', 'hour', 'minute', 'decade', 'century']

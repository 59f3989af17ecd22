import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import { dictionaryWords } from '../result/gridColumns.ts'

/** A column in the list of those to choose from. */
export interface ListedColumn {
  readonly name: string
  /** Null: the table has no such column. */
  readonly kind: FieldKind | null
  /** What the data dictionary calls it. */
  readonly label: string | null
}

/**
 * The columns to choose from, in the order of the query: that of the table, so that none moves when it is ticked; if the
 * query has its own order, those shown come first. Names that the table does not have come before all.
 */
export function listedColumns(shown: readonly string[], fields: readonly Field[]): readonly ListedColumn[] {
  const places = new Map(fields.map(({ id }, place) => [id, place]))
  const known = shown.flatMap((name) => places.get(name) ?? [])
  const isInOrder = known.every((place, at) => at === 0 || place > (known[at - 1] ?? -1))
  const first = isInOrder ? [] : known
  const chosen = new Set(first)
  const rest = fields.flatMap((_, place) => (chosen.has(place) ? [] : [place]))
  const gone = shown.filter((name) => !places.has(name)).map((name) => ({ name, kind: null, label: null }))
  return [...gone, ...[...first, ...rest].flatMap((place) => listed(fields[place]) ?? [])]
}

function listed(field: Field | undefined): ListedColumn | null {
  if (field === undefined) return null
  return { name: field.id, kind: fieldKind(field.type), label: dictionaryWords(field).label ?? null }
}

/** Those whose name or label holds the text. */
export function foundColumns(columns: readonly ListedColumn[], text: string): readonly ListedColumn[] {
  const sought = text.trim().toLowerCase()
  if (sought === '') return columns
  return columns.filter(({ name, label }) => [name, label ?? ''].some((words) => words.toLowerCase().includes(sought)))
}

import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import type { ColumnLayout } from '../../rows/columnLayout.ts'
import { arrangedColumns, type LayoutEdit, type Pin } from '../../rows/layoutEdits.ts'
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

/** Columns of the list that stand together: pinned left, shown, pinned right, or hidden. */
export interface ColumnSection {
  readonly kind: 'left' | 'shown' | 'right' | 'hidden'
  readonly columns: readonly ListedColumn[]
}

/** The columns as the grid shows them, then those that are not among `shown`; sections with none are left out. */
export function columnSections(
  listed: readonly ListedColumn[],
  layout: ColumnLayout,
  shown: ReadonlySet<string>,
): readonly ColumnSection[] {
  const { hidden: _, ...all } = layout
  const named = new Map(listed.map((column) => [column.name, column]))
  const arranged = arrangedColumns([...named.keys()], all).flatMap(({ id, pin }) => {
    const column = named.get(id)
    return column === undefined ? [] : [{ column, kind: shown.has(id) ? SECTIONS[pin ?? 'none'] : ('hidden' as const) }]
  })
  return (['left', 'shown', 'right', 'hidden'] as const).flatMap((kind) => {
    const columns = arranged.filter((each) => each.kind === kind).map(({ column }) => column)
    return columns.length === 0 ? [] : [{ kind, columns }]
  })
}

const SECTIONS = { left: 'left', right: 'right', none: 'shown' } as const

/** Where a column that is dropped in a section of the list goes; null in that of the hidden ones. */
export function moveTo(id: string, section: ColumnSection['kind'], before: string | null): LayoutEdit | null {
  if (section === 'hidden') return null
  const pin: Pin = section === 'shown' ? null : section
  return { kind: 'move', id, pin, before }
}

/** What a text finds among the columns. */
export interface FoundColumns {
  readonly columns: readonly ListedColumn[]
  /** The text is a list of names, as it is typed or comes from the header of a spreadsheet. */
  readonly isList: boolean
  /** The names of that list that no column has. */
  readonly missing: readonly string[]
}

/**
 * The columns whose name or label holds the text; if none does and it has commas, semicolons or tabs, those of each name between
 * them: the column that is called so, else all whose name or label holds it.
 */
export function foundColumns(columns: readonly ListedColumn[], text: string): FoundColumns {
  const whole = holding(columns, text)
  if (whole.length > 0) return { columns: whole, isList: false, missing: [] }
  const names = text.split(/[,;\t\n]/).filter((name) => name.trim() !== '')
  if (!/[,;\t\n]/.test(text) || names.length === 0) return { columns: [], isList: false, missing: [] }
  const found = names.map((name) => {
    const called = columnsCalled(columns, name)
    return called.length > 0 ? called : holding(columns, name)
  })
  const all = new Set(found.flat())
  return {
    columns: columns.filter((column) => all.has(column)),
    isList: true,
    missing: names.filter((_, at) => found[at]?.length === 0).map((name) => name.trim()),
  }
}

/** The columns that are called so: the one that is written so, else all that are but for their case, or by their label. */
export function columnsCalled(columns: readonly ListedColumn[], text: string): readonly ListedColumn[] {
  const exact = columns.filter(({ name }) => name === text.trim())
  return exact.length > 0 ? exact : columns.filter((column) => wordsOf(column).includes(folded(text)))
}

function holding(columns: readonly ListedColumn[], text: string): readonly ListedColumn[] {
  const sought = folded(text)
  if (sought === '') return columns
  return columns.filter((column) => wordsOf(column).some((words) => words.includes(sought)))
}

const folded = (text: string) => text.trim().toLowerCase()

const wordsOf = ({ name, label }: ListedColumn) => [
  name.toLowerCase(),
  ...(label === null ? [] : [label.toLowerCase()]),
]

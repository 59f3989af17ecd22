import { knownOf, type CatalogueIndex, type CatalogueTable, type CatalogueValue } from '../completion/catalogue.ts'
import { GRAMMAR_FUNCTIONS } from '../completion/grammarFunctions.ts'
import { placeOf, type Place } from '../completion/place.ts'
import { nameOf } from '../names.ts'
import { scopeAt, type Scope } from '../scope.ts'
import { segmentAt } from '../statements.ts'
import type { Column } from '../statement/columns.ts'
import { phraseAt, type Phrase } from '../statement/phrase.ts'
import { columnAt, relationNamed } from '../statement/relations.ts'
import { wordAt } from '../statement/walk.ts'

/** What a name in a statement stands for. */
export type Meaning =
  | {
      readonly kind: 'column'
      readonly name: string
      readonly type: string | null
      readonly label: string | null
      readonly note: string | null
      /** The title of the table whose field it is. */
      readonly table: string | null
      /** That field, by the ids. */
      readonly origin: { readonly table: string; readonly field: string } | null
      /** The most frequent first, if they are known. */
      readonly values: readonly CatalogueValue[]
    }
  | {
      readonly kind: 'table'
      readonly id: string
      readonly title: string
      readonly dataset: string | null
      /** How many fields it has, if they were loaded. */
      readonly fields: number | null
    }
  /** A query of WITH, or what FROM calls a table or a subquery. */
  | { readonly kind: 'rows'; readonly name: string; readonly columns: readonly string[] }
  | {
      readonly kind: 'function'
      readonly name: string
      readonly signatures: readonly string[]
      readonly sentence: string | null
    }

/** The meaning of the name at a place, null for anything else, and which part of the text it is; places in UTF-16 units. */
export interface Meant {
  readonly meaning: Meaning | null
  readonly range: { readonly start: number; readonly end: number }
  /** Tables whose fields are needed and were not loaded. */
  readonly wanted: readonly string[]
}

/** What the name at a place of a text means. Nothing is asked for that is not known. */
export function meaningAt(text: string, offset: number, index: CatalogueIndex): Meant {
  const token = segmentAt(text, offset).tokens.find(({ end }) => end > offset)
  const nothing: Meant = { meaning: null, range: { start: offset, end: offset }, wanted: [] }
  if (!token || token.start > offset || (token.kind !== 'word' && token.kind !== 'name')) return nothing
  const wanted = new Set<string>()
  const known = knownOf(index, wanted)
  const phrase = phraseAt(text, token.start + 1)
  const scope = scopeAt(phrase, known)
  const place = placeOf(phrase, scope, index)
  const meaning = meaningOf(nameOf(text, token), phrase, scope, place, index)
  return { meaning, range: { start: token.start, end: token.end }, wanted: [...wanted] }
}

function meaningOf(name: string, phrase: Phrase, scope: Scope, place: Place, index: CatalogueIndex): Meaning | null {
  const next = wordAt(phrase, phrase.at + 1)
  if (next === '(' && phrase.inside === 'word') {
    const called = functionMeaning(name, index)
    if (called) return called
  }
  if (place.expected === 'source') {
    const cte = place.path.length === 0 ? scope.ctes.find((each) => each.name === name) : undefined
    const table = index.tableNamed(name)
    if (cte) return { kind: 'rows', name, columns: cte.columns().list.map((column) => column.name) }
    return table && tableMeaning(table, index)
  }
  if (next === '.') return qualifierMeaning(name, scope, index)
  if (place.expected !== 'operand' && place.expected !== 'using' && place.path.length === 0) return null
  const column =
    place.expected === 'using' && scope.source?.kind === 'using'
      ? columnAt([scope.source.left, scope.source.right], [name])
      : columnAt(scope.levels, [...place.path, name])
  return column && columnMeaning(column, index)
}

/** What stands before a dot: a name of FROM, by the table behind it if it is one. */
function qualifierMeaning(name: string, { levels }: Scope, index: CatalogueIndex): Meaning | null {
  const relation = relationNamed(levels, name)
  if (!relation) return null
  const { list } = relation.columns()
  const tables = new Set(list.map(({ origin }) => origin?.table))
  const [only] = tables
  const table = tables.size === 1 && only !== undefined ? index.tableNamed(only) : null
  return table ? tableMeaning(table, index) : { kind: 'rows', name, columns: list.map((column) => column.name) }
}

function tableMeaning({ id, title, dataset }: CatalogueTable, { catalogue }: CatalogueIndex): Meaning {
  return { kind: 'table', id, title, dataset, fields: catalogue.fields.get(id)?.length ?? null }
}

/** As many values as are read at a glance. */
const MOST_VALUES = 5

function columnMeaning({ name, type, origin }: Column, { catalogue, tableNamed }: CatalogueIndex): Meaning {
  const field = origin ? catalogue.fields.get(origin.table)?.find(({ id }) => id === origin.field) : undefined
  const values = origin ? (catalogue.values.get(origin.table)?.get(origin.field) ?? []) : []
  return {
    kind: 'column',
    name,
    type,
    label: field?.label ?? null,
    note: field?.note ?? null,
    table: origin ? (tableNamed(origin.table)?.title ?? null) : null,
    origin,
    values: values.slice(0, MOST_VALUES),
  }
}

function functionMeaning(name: string, { functionNamed }: CatalogueIndex): Meaning | null {
  const found = functionNamed(name)
  if (found) {
    const signatures = found.signatures.map((each) => `${name}(${each.arguments}) → ${each.result}`)
    return { kind: 'function', name, signatures, sentence: found.signatures[0]?.sentence ?? null }
  }
  const grammar = GRAMMAR_FUNCTIONS.find((each) => each.name === name)
  if (!grammar) return null
  const { signature, sentence } = grammar
  return { kind: 'function', name, signatures: [`${name}${signature}`], sentence }
}

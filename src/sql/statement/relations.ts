import { joined, plainColumn, renamed, UNKNOWN, type Column, type Columns, type Known } from './columns.ts'
import type { FromItem, Join } from './fromItems.ts'
import { castName, readOutputItem } from './outputName.ts'
import { pieceName, type Phrase } from './phrase.ts'
import { readQuery, type Arm, type Query } from './query.ts'
import { insideAt, isName, nextAt, partsOf, wordAt, type Range } from './walk.ts'

/** What FROM makes visible under a name. */
export interface Relation {
  /** Null for what can't be named: a subquery without an alias. */
  readonly name: string | null
  readonly kind: 'table' | 'cte' | 'subquery' | 'function'
  /** The id of a table; null for what is none, or is not known. */
  readonly table: string | null
  readonly columns: () => Columns
}

/** The relations of one FROM clause. Columns that USING or NATURAL made one of two are in `merged`, by name. */
export interface Level {
  readonly relations: readonly Relation[]
  readonly merged: ReadonlyMap<string, Column>
}

/** A query of a WITH clause that can be named here. */
export interface VisibleCte {
  readonly name: string
  readonly columns: () => Columns
}

/** What surrounds a query. */
export interface Surroundings {
  readonly phrase: Phrase
  readonly known: Known
  /** The later one hides an earlier one of its name. */
  readonly ctes: readonly VisibleCte[]
  readonly depth: number
}

/** Deeper than a person nests: further in, nothing is known, and the stack is not used up. */
export const DEEPEST = 100

/** The surroundings with the queries of WITH that are visible behind it. */
export function withCtes(outer: Surroundings, query: Query): Surroundings {
  return insideCte(outer, query, query.ctes.length)
}

/** What the query of WITH at this place sees: those before it, and itself under RECURSIVE. */
export function insideCte(outer: Surroundings, query: Query, place: number): Surroundings {
  const entries: VisibleCte[] = []
  const before = (count: number) => ({
    ...outer,
    ctes: [...outer.ctes, ...entries.slice(0, count)],
    depth: outer.depth + 1,
  })
  for (const [index, { name, columns, inside }] of query.ctes.entries()) {
    const read = once(() => {
      if (inside === null) return renamed(UNKNOWN, columns)
      const around = before(query.recursive ? index + 1 : index)
      return renamed(columnsOfQuery(around, readQuery(outer.phrase, inside)), columns)
    })
    entries.push({ name, columns: read })
  }
  return before(Math.min(entries.length, query.recursive ? place + 1 : place))
}

/** The columns that a query gives: those of its first arm. */
export function columnsOfQuery(outer: Surroundings, query: Query): Columns {
  const [arm] = query.arms
  if (arm === undefined || outer.depth > DEEPEST) return UNKNOWN
  const around = withCtes(outer, query)
  const { phrase } = around
  const [clause] = arm.clauses
  if (arm.list !== null) return outputsOf(around, arm)
  if (clause?.kind === 'query') return columnsOfQuery(around, readQuery(phrase, insideAt(phrase, clause.from)))
  if (clause?.kind === 'values' && wordAt(phrase, clause.body) === '(') {
    const row = partsOf(phrase, insideAt(phrase, clause.body))
    return {
      list: row.map((part, index) => ({ ...valueOf(around, part, []), name: `column${index + 1}` })),
      complete: true,
    }
  }
  const table = phrase.pieces[clause?.body ?? -1]
  return clause?.kind === 'table' && table ? namedTable(around, [pieceName(phrase, table)]).columns() : UNKNOWN
}

/** The columns of a SELECT list. */
export function outputsOf(around: Surroundings, arm: Arm): Columns {
  const { phrase } = around
  if (arm.list === null || arm.list.from >= arm.list.to) return { list: [], complete: true }
  const levels = [levelOf(around, arm.sources)]
  return joined(
    partsOf(phrase, arm.list).map((part) => {
      if (part.from >= part.to || isCursor(phrase, part)) return { list: [], complete: true }
      if (wordAt(phrase, part.to - 1) === '*' && part.to - part.from === 1) return starOf(around, arm.sources)
      if (wordAt(phrase, part.to - 1) === '*' && wordAt(phrase, part.to - 2) === '.') {
        const name = phrase.pieces[part.to - 3]
        return (name && relationNamed(levels, pieceName(phrase, name))?.columns()) ?? UNKNOWN
      }
      const { expression, name } = readOutputItem(phrase, part, (inside) => {
        return (
          columnsOfQuery({ ...around, depth: around.depth + 1 }, readQuery(phrase, inside)).list[0]?.name ?? '?column?'
        )
      })
      const aggregated = hasAggregate(around, expression)
      return { list: [{ ...valueOf(around, expression, levels), name, aggregated }], complete: true }
    }),
  )
}

function hasAggregate({ phrase, known }: Surroundings, { from, to }: Range): boolean {
  for (let at = from; at < to; at += 1) {
    const piece = phrase.pieces[at]
    if (piece && wordAt(phrase, at + 1) === '(' && isName(phrase, at) && known.isAggregate(pieceName(phrase, piece)))
      return true
  }
  return false
}

/** The relation of a name, the innermost first. */
export function relationNamed(levels: readonly Level[], name: string): Relation | null {
  for (const { relations } of levels) {
    const found = relations.find((each) => each.name === name)
    if (found) return found
  }
  return null
}

/** The column of a path such as `a` or `t.a`. */
export function columnAt(levels: readonly Level[], path: readonly string[]): Column | null {
  const name = path.at(-1)
  const named = (columns: Columns) => columns.list.find((column) => column.name === name) ?? null
  if (path.length > 1) {
    const relation = relationNamed(levels, path.at(-2) ?? '')
    return relation ? named(relation.columns()) : null
  }
  for (const { relations, merged } of levels) {
    const found =
      merged.get(name ?? '') ?? relations.map(({ columns }) => named(columns())).find((each) => each !== null)
    if (found) return found
  }
  return null
}

/** The path of names that pieces are, or null if they are something else. */
export function pathOf(phrase: Phrase, { from, to }: Range): readonly string[] | null {
  const path: string[] = []
  for (let at = from; at < to; at += 2) {
    const piece = phrase.pieces[at]
    if (!piece || !isName(phrase, at) || (at + 1 < to && wordAt(phrase, at + 1) !== '.')) return null
    path.push(pieceName(phrase, piece))
  }
  return path.length > 0 && (to - from) % 2 === 1 ? path : null
}

/** The type and origin of an expression, as far as the text shows them. */
export function valueOf({ phrase, known }: Surroundings, range: Range, levels: readonly Level[]): Column {
  const { from, to } = range
  const path = pathOf(phrase, range)
  if (path) return columnAt(levels, path) ?? plainColumn('', null)
  const cast = castName(phrase, range)
  if (cast !== null) return plainColumn('', cast)
  if (to - from === 1 && phrase.pieces[from]?.kind === 'string') return plainColumn('', 'text')
  if (to - from === 1 && phrase.pieces[from]?.kind === 'number') {
    return plainColumn(
      '',
      /^[\d_]{1,9}$/.test(phrase.text.slice(phrase.pieces[from].start, phrase.pieces[from].end)) ? 'int4' : 'numeric',
    )
  }
  const name = phrase.pieces[from]
  const isCall = name && isName(phrase, from) && wordAt(phrase, from + 1) === '(' && nextAt(phrase, from + 1) === to
  return plainColumn('', isCall ? known.resultType(pieceName(phrase, name)) : null)
}

/** The relations that these items make visible. */
export function levelOf(around: Surroundings, items: readonly FromItem[]): Level {
  const merged = new Map<string, Column>()
  return { relations: items.flatMap((item) => relationsOf(around, item, merged)), merged }
}

function relationsOf(around: Surroundings, item: FromItem, merged: Map<string, Column>): readonly Relation[] {
  if (item.kind === 'join') {
    const left = relationsOf(around, item.left, merged)
    const right = relationsOf(around, item.right, merged)
    for (const name of mergedNames(around, item)) {
      const column = columnAt([{ relations: [...left, ...right], merged }], [name])
      merged.set(name, column ?? plainColumn(name, null))
    }
    return [...left, ...right]
  }
  if (item.kind === 'bracket') {
    if (item.alias === null) return relationsOf(around, item.item, merged)
    const columns = once(() => renamed(starOf(around, [item.item]), item.aliasColumns))
    return [{ name: item.alias, kind: 'subquery', table: null, columns }]
  }
  return [relationOf(around, item)]
}

/** The columns that `*` means. */
function starOf(around: Surroundings, items: readonly FromItem[]): Columns {
  return joined(items.map((item) => starOfItem(around, item)))
}

/** Each phrase has items that are read once, in one place, so what was found for one stays right. */
const stars = new WeakMap<FromItem, Columns>()

function starOfItem(around: Surroundings, item: FromItem): Columns {
  const found = stars.get(item) ?? readStar(around, item)
  stars.set(item, found)
  return found
}

function readStar(around: Surroundings, item: FromItem): Columns {
  if (item.kind === 'bracket') return renamed(starOfItem(around, item.item), item.aliasColumns)
  if (item.kind !== 'join') return relationOf(around, item).columns()
  const left = starOfItem(around, item.left)
  const right = starOfItem(around, item.right)
  const names = mergedNames(around, item)
  const first = names.map((name) => left.list.find((column) => column.name === name) ?? plainColumn(name, null))
  const others = [...left.list, ...right.list].filter(({ name }) => !names.includes(name))
  return { list: [...first, ...others], complete: left.complete && right.complete }
}

function mergedNames(around: Surroundings, join: Join): readonly string[] {
  if (join.using !== null) return join.using.names
  if (!join.natural) return []
  const right = new Set(starOf(around, [join.right]).list.map(({ name }) => name))
  return starOf(around, [join.left]).list.flatMap(({ name }) => (right.has(name) ? [name] : []))
}

function relationOf(around: Surroundings, item: Exclude<FromItem, Join | { kind: 'bracket' }>): Relation {
  const { alias, aliasColumns } = item
  switch (item.kind) {
    case 'table': {
      const table = namedTable(around, item.path)
      return {
        ...table,
        name: alias ?? item.path.at(-1) ?? null,
        columns: once(() => renamed(table.columns(), aliasColumns)),
      }
    }
    case 'subquery': {
      const inner = { ...around, depth: around.depth + 1 }
      const columns = once(() => renamed(columnsOfQuery(inner, readQuery(around.phrase, item.inside)), aliasColumns))
      return { name: alias, kind: 'subquery', table: null, columns }
    }
    case 'function': {
      const name = alias ?? item.name
      const columns = once(() => renamed(functionColumns(around, item.name, name, item.ordinality), aliasColumns))
      return { name, kind: 'function', table: null, columns }
    }
  }
}

function functionColumns({ known }: Surroundings, name: string, alias: string, ordinality: boolean): Columns {
  const type = known.resultType(name)
  const own = known.resultColumns(name) ?? [plainColumn(alias, type)]
  const last = ordinality ? [plainColumn('ordinality', 'int8')] : []
  return { list: [...own, ...last], complete: type !== 'record' || known.resultColumns(name) !== null }
}

function namedTable(around: Surroundings, path: readonly string[]): Relation {
  const cte = path.length === 1 ? around.ctes.findLast(({ name }) => name === path[0]) : undefined
  if (cte) return { name: cte.name, kind: 'cte', table: null, columns: cte.columns }
  const table = around.known.table(path)
  const columns = table?.columns ?? null
  return {
    name: path.at(-1) ?? null,
    kind: 'table',
    table: table?.id ?? null,
    columns: () => (columns === null ? UNKNOWN : { list: columns, complete: true }),
  }
}

function isCursor({ pieces }: Phrase, { from, to }: Range): boolean {
  return to - from === 1 && pieces[from]?.kind === 'cursor'
}

/** Computed when it is asked for; a query that reads itself gets no columns from itself. */
function once(read: () => Columns): () => Columns {
  let columns: Columns | null = null
  let reading = false
  return () => {
    if (columns !== null) return columns
    if (reading) return UNKNOWN
    reading = true
    columns = read()
    reading = false
    return columns
  }
}

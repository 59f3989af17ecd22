import { fieldKind } from '../../protocol/field.ts'
import { sqlName } from '../../query/sqlText.ts'
import { writtenName } from '../names.ts'
import type { Scope } from '../scope.ts'
import type { Column, Columns } from '../statement/columns.ts'
import { relationNamed, type Level, type Relation } from '../statement/relations.ts'
import type { CatalogueIndex } from './catalogue.ts'
import type { Completion } from './item.ts'

/** How names are written: in quotes where one was opened. */
export type Writer = (name: string) => string

export function writerOf(isQuoted: boolean): Writer {
  return isQuoted ? sqlName : writtenName
}

/** Every column that can be named (of the innermost level only those in `grouped`), qualified only where its name alone would be ambiguous or mean another one. */
export function columnItems(
  { levels }: Scope,
  index: CatalogueIndex,
  write: Writer,
  grouped: ReadonlySet<Column> | null,
): readonly Completion[] {
  const hidden = new Set<string>()
  const items: Completion[] = []
  for (const [depth, level] of levels.entries()) {
    const counts = countsOf(level)
    const isUnsure =
      level.relations.filter(({ columns }) => !columns().complete).length > 0 && level.relations.length > 1
    for (const relation of level.relations) {
      const isReachable =
        relation.name !== null && relationNamed(levels.slice(0, depth + 1), relation.name) === relation
      for (const column of relation.columns().list) {
        const isMerged = level.merged.has(column.name)
        if (grouped !== null && depth === 0 && !grouped.has(column)) continue
        if (isMerged && firstWith(level, column.name) !== relation) continue
        const isAlone = (isMerged || (counts.get(column.name) === 1 && !isUnsure)) && !hidden.has(column.name)
        const isTwice = relation.columns().list.filter(({ name }) => name === column.name).length > 1
        if ((!isAlone && !isReachable) || isTwice) continue
        const qualifier = isAlone ? '' : `${writtenName(relation.name ?? '')}.`
        items.push(columnItem(column, index, qualifier + write(column.name), qualifier + column.name))
      }
    }
    for (const name of [...counts.keys(), ...level.merged.keys()]) hidden.add(name)
    // What an inner relation without known columns has can't be told: it may hide any name.
    if (isUnsureInside(level)) break
  }
  return items
}

/** The columns of one relation, for behind its name and a dot. */
export function columnsOfRelation({ list }: Columns, index: CatalogueIndex, write: Writer): readonly Completion[] {
  const once = list.filter(({ name }) => list.filter((other) => other.name === name).length === 1)
  return once.map((column) => columnItem(column, index, write(column.name), column.name))
}

export function columnItem(
  column: Column,
  { catalogue }: CatalogueIndex,
  insert: string,
  label = column.name,
): Completion {
  const { origin, type } = column
  const field = origin ? catalogue.fields.get(origin.table)?.find(({ id }) => id === origin.field) : undefined
  const note = field?.note ?? null
  return {
    kind: 'column',
    label,
    insert,
    detail: type,
    title: field?.label ?? null,
    ...(note === null ? {} : { note }),
  }
}

/** Names of relations, for whoever goes on with a dot. */
export function aliasItems({ levels }: Scope, write: Writer): readonly Completion[] {
  const relations = levels.flatMap((level) => level.relations)
  return relations.flatMap((relation) => {
    if (relation.name === null || relation.name === '' || relationNamed(levels, relation.name) !== relation) return []
    return [
      { kind: 'alias', label: relation.name, insert: `${write(relation.name)}.`, detail: null, title: null } as const,
    ]
  })
}

/** `a.id = b.id` for the columns that the joined relation shares with those before it. */
export function joinItems(left: Level, right: Level): readonly Completion[] {
  return right.relations.flatMap((to) =>
    to.columns().list.flatMap((column) =>
      left.relations.flatMap((from) => {
        const other = from.columns().list.find(({ name }) => name === column.name)
        if (
          !other ||
          !areComparable(other, column) ||
          from.name === null ||
          to.name === null ||
          ROW_IDS.test(column.name)
        )
          return []
        if (from.name === to.name) return []
        const insert = [from, to]
          .map((each) => `${writtenName(each.name ?? '')}.${writtenName(column.name)}`)
          .join(' = ')
        return [{ kind: 'column', label: insert, insert, detail: column.type, title: null } as const]
      }),
    ),
  )
}

/** The names that both sides of a join have. */
export function usingItems(left: Level, right: Level, index: CatalogueIndex, write: Writer): readonly Completion[] {
  const counts = countsOf(left)
  const others = countsOf(right)
  return right.relations.flatMap(({ columns }) =>
    columns().list.flatMap((column) => {
      const other = left.relations.flatMap((each) => each.columns().list).find(({ name }) => name === column.name)
      const isOne =
        other && (counts.get(column.name) === 1 || left.merged.has(column.name)) && others.get(column.name) === 1
      return isOne && areComparable(other, column) && !ROW_IDS.test(column.name)
        ? [columnItem(column, index, write(column.name))]
        : []
    }),
  )
}

/** Numbers of rows and the search index, which say nothing about rows of another table. */
const ROW_IDS = /^(?:_id|_full_text)$/

function areComparable({ type }: Column, { type: other }: Column): boolean {
  if (type === null || other === null) return true
  const kinds = [fieldKind(type), fieldKind(other)].map((kind) => (kind === 'integer' ? 'numeric' : kind))
  return kinds[0] === kinds[1] && kinds[0] !== 'json'
}

function countsOf({ relations }: Level): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { columns } of relations) {
    for (const { name } of columns().list) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function firstWith({ relations }: Level, name: string): Relation | undefined {
  return relations.find(({ columns }) => columns().list.some((column) => column.name === name))
}

function isUnsureInside({ relations }: Level): boolean {
  return relations.some(({ columns }) => !columns().complete)
}

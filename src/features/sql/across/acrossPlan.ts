import type { KnownCopy } from '../../../copies/knownCopy.ts'
import { isUnderWay, placeOfInstance } from '../../../copies/knownCopy.ts'
import type { Table } from '../../../instances/catalogue/table.ts'
import type { Instance } from '../../../instances/instance.ts'

/** What tells the tables of an instance by their names. */
export type ListedTable = Pick<Table, 'id' | 'title' | 'aliases'>

/** The tables of an instance, as far as the page has read them; null if it has read none. */
export interface KnownTables {
  readonly instance: Instance
  readonly tables: readonly ListedTable[] | null
}

/** A table that a statement names, and where it is. */
export interface PlacedTable {
  /** As the statement names it. */
  readonly names: readonly string[]
  readonly instance: Instance
  readonly resource: string
  readonly title: string
  /** Further names of it. */
  readonly aliases: readonly string[]
  /** Its copy in this browser; null if there is none. */
  readonly copy: KnownCopy | null
  /** Further instances that have a table of that name. */
  readonly others: readonly Instance[]
}

/**
 * Where a statement runs. `here`: at the current instance, as always; `pending`: that depends on its list of tables, which is
 * on its way; `across`: on copies in this browser, as it names a table that another instance has.
 */
export type AcrossPlan = { readonly kind: 'here' | 'pending' } | AcrossStatement

/** The tables of a statement across instances, and the names that no known table has. */
export interface AcrossStatement {
  readonly kind: 'across'
  readonly tables: readonly PlacedTable[]
  readonly unknown: readonly string[]
}

/** What is known of tables. */
export interface Known {
  readonly here: KnownTables & {
    /** The table that is open, which its list need not have. */
    readonly open: string | null
    /** Its list is on its way. */
    readonly isPending: boolean
  }
  /** The other instances, in the order of the page. */
  readonly others: readonly KnownTables[]
  readonly copies: readonly KnownCopy[]
  /** The instance (by its id) that was chosen for a name that several have. */
  readonly chosen: ReadonlyMap<string, string>
}

/** Says where a statement runs that names these tables, each by its path. */
export function acrossPlan(paths: readonly (readonly string[])[], known: Known): AcrossPlan {
  const names = [...new Set(paths.map(nameOf))]
  const placed = names.map((name) => ({ name, found: placesOf(name, known) }))
  const { here } = known
  const isElsewhere = placed.some(
    ({ found }) => found.length > 0 && found.every(({ instance }) => instance !== here.instance),
  )
  if (!isElsewhere) return HERE
  if (here.isPending) return PENDING
  const tables: PlacedTable[] = []
  const unknown: string[] = []
  for (const { name, found } of placed) {
    const wanted = known.chosen.get(name)
    const first = found.find(({ instance }) => instance.id === wanted) ?? found[0]
    if (first === undefined) {
      unknown.push(name)
      continue
    }
    const same = tables.findIndex(
      ({ instance, resource }) => instance === first.instance && resource === first.resource,
    )
    const before = tables[same]
    if (before !== undefined) tables[same] = { ...before, names: [...before.names, name] }
    else
      tables.push({
        ...first,
        names: [name],
        others: found.flatMap(({ instance }) => (instance === first.instance ? [] : [instance])),
      })
  }
  return { kind: 'across', tables, unknown }
}

/** The names among these paths that no table has which the page knows. */
export function unplacedNames(paths: readonly (readonly string[])[], known: Known): readonly string[] {
  return [...new Set(paths.map(nameOf))].filter((name) => placesOf(name, known).length === 0)
}

const HERE = { kind: 'here' } as const
const PENDING = { kind: 'pending' } as const

/** The name that a path stands for; a path into another schema is no table of an instance, and keeps its dots. */
export function nameOf(path: readonly string[]): string {
  const [schema, name] = path
  return path.length === 2 && schema === 'public' && name !== undefined ? name : path.join('.')
}

type Found = Pick<PlacedTable, 'instance' | 'resource' | 'title' | 'aliases' | 'copy'>

/** Every place that has a table of that name: only the current instance if it has one, else those with a copy first. */
function placesOf(name: string, { here, others, copies }: Known): readonly Found[] {
  const own = foundAt(name, here, copies) ?? (here.open === name ? foundOf(name, name, here.instance, copies) : null)
  if (own !== null) return [own]
  const found = others.flatMap((place) => foundAt(name, place, copies) ?? [])
  return found.toSorted((a, b) => Number(b.copy !== null) - Number(a.copy !== null))
}

function foundAt(name: string, { instance, tables }: KnownTables, copies: readonly KnownCopy[]): Found | null {
  const listed = tables?.find(({ id, aliases }) => id === name || aliases.includes(name))
  if (listed !== undefined) {
    const copy = copyOfAny([listed.id, ...listed.aliases], instance, copies)
    return { instance, resource: listed.id, title: listed.title, aliases: listed.aliases, copy }
  }
  const copy = copyOfAny([name], instance, copies)
  return copy === null ? null : ofCopy(copy, instance)
}

function foundOf(resource: string, title: string, instance: Instance, copies: readonly KnownCopy[]): Found {
  const copy = copyOfAny([resource], instance, copies)
  return copy === null ? { instance, resource, title, aliases: [], copy } : ofCopy(copy, instance)
}

function ofCopy(copy: KnownCopy, instance: Instance): Found {
  return { instance, resource: copy.resource, title: copy.title, aliases: copy.aliases ?? [], copy }
}

/** The copy that there is of a table now; null if there is none. */
export function copyOfTable(
  { instance, resource, names }: Pick<PlacedTable, 'instance' | 'resource' | 'names'>,
  copies: readonly KnownCopy[],
): KnownCopy | null {
  return copyOfAny([resource, ...names], instance, copies)
}

function copyOfAny(names: readonly string[], instance: Instance, copies: readonly KnownCopy[]): KnownCopy | null {
  const place = placeOfInstance(instance)
  const isNamed = ({ resource, aliases = [] }: KnownCopy) => [resource, ...aliases].some((name) => names.includes(name))
  return copies.find((copy) => copy.place === place && isNamed(copy)) ?? null
}

/**
 * How far a copy is. `whole`: shown to have every record of its table; `part`: it has some, and may be asked if somebody says
 * so; `underWay` and `halted`: on its way for the first time, or stopped there by what somebody has to decide.
 */
export type CopyExtent = 'none' | 'underWay' | 'halted' | 'part' | 'whole'

/** See `CopyExtent`. A copy that is being refreshed counts as what it is meanwhile. */
export function extentOf(copy: KnownCopy | null): CopyExtent {
  if (copy === null) return 'none'
  if (copy.isComplete) return copy.narrowed.length === 0 ? 'whole' : 'part'
  if (isUnderWay(copy)) return 'underWay'
  const kind = copy.halt?.kind
  const isSettled = kind === 'stopped' || kind === 'unproven'
  return isSettled && copy.records > 0 ? 'part' : 'halted'
}

/** Whether a statement may be run on a copy; of those that are a part, on the ones that were allowed by hand. */
export function mayAsk(copy: KnownCopy | null, allowed: ReadonlySet<string>): copy is KnownCopy {
  const extent = extentOf(copy)
  return extent === 'whole' || (extent === 'part' && copy !== null && allowed.has(copy.id))
}

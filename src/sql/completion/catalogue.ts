import { allOf, foldText } from './matching.ts'
import type { SqlFunction } from '../functions.ts'
import { plainColumn, type Column, type Known } from '../statement/columns.ts'

/** A table that can be asked. */
export interface CatalogueTable {
  readonly id: string
  readonly title: string
  /** The title of the dataset it belongs to. */
  readonly dataset: string | null
  /** Other names under which it can be asked. */
  readonly aliases: readonly string[]
  /** Whether the server takes its first alias in place of the id. */
  readonly takesNames: boolean
}

export interface CatalogueField {
  readonly id: string
  /** PostgreSQL's name of its type. */
  readonly type: string
  /** What the data dictionary calls it. */
  readonly label: string | null
  /** What the data dictionary says of it. */
  readonly note?: string | null
}

/** A value of a field. */
export interface CatalogueValue {
  /** As plain text. */
  readonly text: string
  /** How many records of the table have it; null if they were not counted. */
  readonly records: number | null
}

/** What is known of one instance. */
export interface SqlCatalogue {
  readonly tables: readonly CatalogueTable[]
  /** By the id of the table; one whose fields were not loaded yet is missing. */
  readonly fields: ReadonlyMap<string, readonly CatalogueField[]>
  /** Some values of a field, the likeliest first, by the id of the table and that of the field. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, readonly CatalogueValue[]>>
  /** The fields (`columnKey`) that have further values; absent: none. */
  readonly cutValues?: ReadonlySet<string> | undefined
  /** The table that is open, by its id. */
  readonly open?: string | null
  /** Names of tables that the server says there are not. */
  readonly missing: ReadonlySet<string>
  /** How many rows tables have, by id, as far as that is known. */
  readonly rows: ReadonlyMap<string, number>
  readonly functions: readonly SqlFunction[]
  /** The names of the functions that the server lets through; null if it lets all. */
  readonly allowed: ReadonlySet<string> | null
  /** Keywords in capitals that the server refuses, such as `FILTER` on CKAN. */
  readonly refusedWords: ReadonlySet<string>
}

/** All signatures of one name. */
export interface NamedFunction {
  readonly name: string
  readonly kind: SqlFunction['kind']
  readonly signatures: readonly SqlFunction[]
  readonly givesRows: boolean
}

/** A catalogue made ready for completions: made once for each change of it. */
export interface CatalogueIndex {
  readonly catalogue: SqlCatalogue
  /** The table that a name means, be it an id or an alias. */
  readonly tableNamed: (name: string) => CatalogueTable | null
  /** The first tables of which title, dataset, names or id have all these words, the best first. */
  readonly findTables: (typed: string, most: number) => readonly CatalogueTable[]
  readonly functions: readonly NamedFunction[]
  readonly functionNamed: (name: string) => NamedFunction | null
}

/** Makes a catalogue ready. */
export function indexCatalogue(catalogue: SqlCatalogue): CatalogueIndex {
  const { byName, texts } = readTables(catalogue.tables)
  const functions = namedFunctions(catalogue)
  const byFunction = new Map(functions.map((each) => [each.name, each]))
  return {
    catalogue,
    tableNamed: (name) => byName.get(name) ?? null,
    findTables: (typed, most) => allOf(typed, texts, most).flatMap((at) => catalogue.tables[at] ?? []),
    functions,
    functionNamed: (name) => byFunction.get(name) ?? null,
  }
}

interface ReadTables {
  readonly byName: ReadonlyMap<string, CatalogueTable>
  /** What is compared with what is typed, for each table. */
  readonly texts: readonly string[]
}

/** Made once for a list of tables: a catalogue changes with all fields that come, its tables hardly ever. */
function readTables(tables: readonly CatalogueTable[]): ReadTables {
  const before = READ.get(tables)
  if (before) return before
  const byName = new Map<string, CatalogueTable>()
  for (const table of tables) for (const alias of table.aliases) byName.set(alias, table)
  for (const table of tables) byName.set(table.id, table)
  const texts = tables.map(({ id, title, dataset, aliases }) =>
    foldText([title, ...aliases, dataset ?? '', id].join(' \n')),
  )
  const read = { byName, texts }
  READ.set(tables, read)
  return read
}

const READ = new WeakMap<readonly CatalogueTable[], ReadTables>()

/** How a statement writes the table. */
export function tableName({ id, aliases, takesNames }: CatalogueTable): string {
  return takesNames ? (aliases[0] ?? id) : id
}

/** What a statement's names mean by this catalogue. Tables whose fields are missing are added to `wanted`. */
export function knownOf({ catalogue, tableNamed, functionNamed }: CatalogueIndex, wanted: Set<string>): Known {
  return {
    table(path) {
      const table = path.length < 3 && (path.length < 2 || path[0] === 'public') ? tableNamed(path.at(-1) ?? '') : null
      if (table === null) return null
      const fields = catalogue.fields.get(table.id)
      if (fields === undefined) wanted.add(table.id)
      return { id: table.id, columns: fields?.map(({ id, type }) => columnOf(table.id, id, type)) ?? null }
    },
    resultType(name) {
      const results = new Set(functionNamed(name)?.signatures.map(({ result }) => result.replace(/^SETOF /, '')))
      const [only] = results
      return results.size === 1 && only !== undefined && !/^any|^TABLE/.test(only) ? only : null
    },
    givesOneValue(name) {
      const signatures = functionNamed(name)?.signatures ?? []
      return signatures.length > 0 && signatures.every(({ result }) => !/\b(?:any\w*|record|TABLE)\b/.test(result))
    },
    resultColumns(name) {
      const [signature] = functionNamed(name)?.signatures ?? []
      const inside = /^TABLE\((.*)\)$/.exec(signature?.result ?? '')?.[1]
      const outputs = signature?.arguments.split(', ').filter((each) => each.startsWith('OUT ')) ?? []
      const parts = inside?.split(', ') ?? outputs.map((each) => each.slice('OUT '.length))
      if (parts.length < 2) return null
      return parts.map((part) => plainColumn(part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')))
    },
    isAggregate: (name) => (functionNamed(name)?.kind ?? 'function') !== 'function',
  }
}

function columnOf(table: string, field: string, type: string): Column {
  return { name: field, type, origin: { table, field } }
}

function namedFunctions({ functions, allowed }: SqlCatalogue): readonly NamedFunction[] {
  const byName = new Map<string, SqlFunction[]>()
  for (const each of functions) {
    if (allowed !== null && !allowed.has(each.name)) continue
    const others = byName.get(each.name)
    if (others) others.push(each)
    else byName.set(each.name, [each])
  }
  return [...byName].map(([name, signatures]) => ({
    name,
    kind: signatures[0]?.kind ?? 'function',
    signatures,
    givesRows: signatures.every(({ result }) => /^(?:SETOF|TABLE)/.test(result)),
  }))
}

/** Names a field of a table. */
export function columnKey(table: string, field: string): string {
  return JSON.stringify([table, field])
}

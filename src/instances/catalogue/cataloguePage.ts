import { byTitle, shortId } from './tables.ts'
import type { Table } from './table.ts'

/** What a site's catalogue says of a resource; empty texts if it says nothing. */
export interface CatalogueEntry {
  readonly title: string
  /** The title of the dataset that it belongs to. */
  readonly dataset: string
  readonly description: string
  /** The catalogue says that its data are in a table; a list of all tables knows better. */
  readonly isTable: boolean
}

/** The names of an organisation, a group and a tag that datasets have to belong to. */
export interface Narrowing {
  readonly organization?: string | undefined
  readonly groups?: string | undefined
  readonly tags?: string | undefined
}

/** An organisation, a group or a tag, and how many datasets it has. */
export interface Facet {
  readonly name: string
  readonly title: string
  readonly count: number
}

/** What is looked for in a catalogue, and how many pages of the answer. */
export interface Asked {
  readonly words: string
  readonly narrowed: Narrowing
  readonly pages: number
}

/** Datasets of a catalogue, as far as they were read. */
export interface CataloguePage {
  /** Their resources by id, in the order of the answer. */
  readonly entries: ReadonlyMap<string, CatalogueEntry>
  /** How many datasets match, and how many of them were read. */
  readonly count: number
  readonly read: number
  /** `absent`: the service has no catalogue, so it need not be asked again; `silent`: nothing answered. */
  readonly state: 'read' | 'absent' | 'silent'
}

/**
 * The tables with the titles, datasets and descriptions of a catalogue, sorted by title again; the same list if it says
 * nothing. If only a part of the tables was listed, those that the catalogue knows are added. If the catalogue `isWhole`, with
 * all that this visitor may see, tables that it doesn't have are left out: CKAN lists the ids of private ones to everybody.
 */
export function withCatalogue(
  tables: readonly Table[],
  entries: ReadonlyMap<string, CatalogueEntry>,
  isPart: boolean,
  isWhole = false,
): readonly Table[] {
  const visible = isWhole ? tables.filter(({ id }) => entries.has(id)) : tables
  const titled = visible.map((table) => {
    const entry = entries.get(table.id)
    return entry === undefined ? table : titledBy(table, entry)
  })
  const listed = new Set(tables.map(({ id }) => id))
  const added = [...entries].flatMap(([id, entry]) =>
    isPart && entry.isTable && !listed.has(id)
      ? [titledBy({ id, title: shortId(id), isNamed: false, aliases: [], dataset: '', description: '' }, entry)]
      : [],
  )
  const isSame =
    added.length === 0 && visible.length === tables.length && titled.every((table, at) => table === tables[at])
  return isSame ? tables : byTitle([...titled, ...added])
}

function titledBy(table: Table, { title, dataset, description }: CatalogueEntry): Table {
  return { ...table, title: title || table.title, isNamed: table.isNamed || title !== '', dataset, description }
}

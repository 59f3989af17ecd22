import type { Table } from '../client/tables.ts'

/** The table of that id or alias, as a link or the server's settings may name it either way. */
export function findTable(tables: readonly Table[] | undefined, resource: string): Table | undefined {
  return tables?.find((table) => table.id === resource) ?? tables?.find((table) => table.aliases.includes(resource))
}

/** What a table is called on screen: its title where the list is here, else the alias it was asked by, or a short id. */
export function tableTitle(tables: readonly Table[] | undefined, resource: string): string {
  return findTable(tables, resource)?.title ?? (UUID.test(resource) ? `${resource.slice(0, 8)}…` : resource)
}

/** The words that a table is found by, besides its title: id, aliases, dataset and description. */
export function tableKeywords({ id, aliases, dataset, description }: Table): string {
  return [id, ...aliases, dataset, description].join(' ')
}

/** The id of a table in pasted text: a bare UUID, or one in the address of its page; null where there is none. */
export function tableIdIn(text: string): string | null {
  return UUID.exec(text)?.[0].toLowerCase() ?? null
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

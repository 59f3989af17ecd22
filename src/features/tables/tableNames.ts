import type { Table } from '../../instances/catalogue/table.ts'
import { shortId } from '../../instances/catalogue/tables.ts'

/** The table with this id or alias; a link or the server's settings may use either. */
export function findTable(tables: readonly Table[] | undefined, resource: string): Table | undefined {
  return tables?.find((table) => table.id === resource) ?? tables?.find((table) => table.aliases.includes(resource))
}

/** The id of that table; what was given for it, while the list is not here or doesn't hold it. */
export function tableId(tables: readonly Table[] | undefined, resource: string | null): string | null {
  return resource === null ? null : (findTable(tables, resource)?.id ?? resource)
}

/** What a table is called on the screen: its title if the list has loaded, else the alias that was used, or a short id. */
export function tableTitle(tables: readonly Table[] | undefined, resource: string): string {
  return findTable(tables, resource)?.title ?? shortId(resource)
}

/** The text that a table is found by, besides its title: id, aliases, dataset and description. */
export function tableKeywords({ id, aliases, dataset, description }: Table): string {
  return [id, ...aliases, dataset, description].join(' ')
}

/** The id of a table in pasted text: a bare UUID, or one in the address of its page; null if there is none. */
export function tableIdIn(text: string): string | null {
  return UUID.exec(text)?.[0].toLowerCase() ?? null
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

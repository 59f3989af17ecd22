import type { CatalogueIndex } from '../completion/catalogue.ts'
import { nameOf } from '../names.ts'
import { nextToken } from '../tokens.ts'

/** Where a text names a table by something that is not its title: behind `end` the title can be shown. */
export interface TitledTable {
  readonly start: number
  readonly end: number
  readonly title: string
}

/**
 * The tables whose titles are drawn behind their quoted names. By tokens alone: it is asked after each key.
 */
export function titledTables(text: string, { tableNamed }: CatalogueIndex): readonly TitledTable[] {
  const found: TitledTable[] = []
  for (let token = nextToken(text, 0); token; token = nextToken(text, token.end)) {
    if (token.kind !== 'name' || token.unfinished || text.charAt(token.end) === '.') continue
    const name = nameOf(text, token)
    const table = tableNamed(name)
    if (table && table.title !== name && table.title !== table.id)
      found.push({ start: token.start, end: token.end, title: table.title })
  }
  return found
}

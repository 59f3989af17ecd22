import type { CatalogueIndex } from '../completion/catalogue.ts'
import { nameOf } from '../names.ts'
import { nextToken } from '../tokens.ts'

/** Where a text names a table by something that is not its title: behind `end` the title can be shown. */
export interface NamedTable {
  readonly start: number
  readonly end: number
  readonly title: string
}

/** In a text longer than this nobody reads titles, and each change would take long. */
const LONGEST = 200_000

/** The tables that stand in double quotes; not where a column follows a dot. */
export function namedTables(text: string, { tableNamed }: CatalogueIndex): readonly NamedTable[] {
  if (text.length > LONGEST) return []
  const found: NamedTable[] = []
  for (let token = nextToken(text, 0); token; token = nextToken(text, token.end)) {
    if (token.kind !== 'name' || token.unfinished || text.charAt(token.end) === '.') continue
    const name = nameOf(text, token)
    const table = tableNamed(name)
    if (table && table.title !== name && table.title !== table.id)
      found.push({ start: token.start, end: token.end, title: table.title })
  }
  return found
}

import type { Where } from './query.ts'
import { allParts, partsOf, withParts } from './where.ts'

/** The position of a part in a tree: its place among the parts of the whole, then among those of that part, and so on. */
export type Path = readonly number[]

/** The part at a path; undefined if there is none. */
export function partAt(where: Where, path: Path): Where | undefined {
  let parts = allParts(where)
  let part: Where | undefined
  for (const place of path) {
    part = parts[place]
    if (part === undefined) return undefined
    parts = 'field' in part ? [] : partsOf(part)
  }
  return part
}

/** The path of the part that is this object; null if it is in no place. */
export function pathOf(where: Where, wanted: Where): Path | null {
  return find(allParts(where), (part) => part === wanted)
}

/** The path of the condition with that id; null if there is none. */
export function pathOfCondition(where: Where, id: string): Path | null {
  return find(allParts(where), (part) => 'field' in part && part.id === id)
}

function find(parts: readonly Where[], isWanted: (part: Where) => boolean): Path | null {
  for (const [place, part] of parts.entries()) {
    if (isWanted(part)) return [place]
    const below = 'field' in part ? null : find(partsOf(part), isWanted)
    if (below !== null) return [place, ...below]
  }
  return null
}

/** The tree with another part in that place; null takes it out, and with it the groups that then have none. */
export function withPartAt(where: Where, path: Path, part: Where | null): Where {
  return { all: replaced(allParts(where), path, part) }
}

function replaced(parts: readonly Where[], [place = -1, ...rest]: Path, part: Where | null): readonly Where[] {
  return parts.flatMap((each, at) => {
    if (at !== place) return [each]
    if (rest.length === 0) return part === null ? [] : [part]
    if ('field' in each) return [each]
    const below = replaced(partsOf(each), rest, part)
    return below.length === 0 ? [] : [withParts(each, below)]
  })
}

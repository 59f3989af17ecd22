import type { FileColumn } from '../../../formats/tableReader.ts'

/** Which column of the file goes into a column of the table: its position, and how it was found. */
export interface ColumnMatch {
  /** null if the file has nothing for it. */
  readonly place: number | null
  /** `alike`: only by letters and digits, whatever their case and accents. */
  readonly by: 'name' | 'alike' | 'choice' | null
}

type Named = Pick<FileColumn, 'name' | 'written'>

/**
 * For each column of the table, the column of the file that has its name, or, if one alone has, a name like it. No column of
 * the file is taken twice.
 */
export function matchColumns(file: readonly Named[], table: readonly string[]): readonly ColumnMatch[] {
  const taken = new Set<number>()
  const take = (place: number): number | null => {
    if (place === -1) return null
    taken.add(place)
    return place
  }
  const exact = table.map((name) => {
    const written = file.findIndex((column, place) => !taken.has(place) && column.written === name)
    return take(written)
  })
  const alike = table.map((name, at) => {
    if (exact[at] !== null) return null
    const plain = plainName(name)
    const isOnly = table.filter((other, place) => exact[place] === null && plainName(other) === plain).length === 1
    const found = file.flatMap((column, place) =>
      !taken.has(place) && column.written !== '_id' && plainName(column.written) === plain ? [place] : [],
    )
    return plain !== '' && isOnly && found.length === 1 ? take(found[0] ?? -1) : null
  })
  return table.map((_, at) => {
    const [byName, byLikeness] = [exact[at] ?? null, alike[at] ?? null]
    if (byName !== null) return { place: byName, by: 'name' }
    return byLikeness === null ? NO_MATCH : { place: byLikeness, by: 'alike' }
  })
}

/** The matches after another column of the file, or none, was chosen for one; where that was before, there is none now. */
export function withMatch(matches: readonly ColumnMatch[], at: number, place: number | null): readonly ColumnMatch[] {
  return matches.map((match, each) => {
    if (each === at) return place === null ? NO_MATCH : { place, by: 'choice' }
    return place !== null && match.place === place ? NO_MATCH : match
  })
}

const NO_MATCH: ColumnMatch = { place: null, by: null }

/** `Área km²` as `areakm2`. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

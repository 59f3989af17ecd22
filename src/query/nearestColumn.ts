/** The column whose name is nearest to one that there is not: with few letters changed; null if none is near. */
export function nearestColumn(name: string, columns: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(name.length / 3))
  const near = columns
    .map((column) => ({ column, distance: distanceOf(name.toLowerCase(), column.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.column ?? null
}

/**
 * The only column that has the most words with a name in common, such as `wildlife_species` for `species`; null if several
 * have as many, or none has any. Words are divided by what is no letter or digit; those of less than four letters say little.
 */
export function columnWithItsWords(name: string, columns: readonly string[]): string | null {
  const words = new Set(wordsOf(name))
  const shared = (column: string) => wordsOf(column).filter((word) => words.has(word)).length
  const most = Math.max(0, ...columns.map(shared))
  const [only, other] = most === 0 ? [] : columns.filter((column) => shared(column) === most)
  return other === undefined ? (only ?? null) : null
}

function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3)
}

/** How many letters have to be changed, added or left out, two in the other order as one. */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, at) => [at])
  for (let column = 0; column <= b.length; column += 1) rows[0]![column] = column
  for (let row = 1; row <= a.length; row += 1)
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      let least = Math.min(rows[row - 1]![column]! + 1, rows[row]![column - 1]! + 1, rows[row - 1]![column - 1]! + same)
      const isTurned = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isTurned) least = Math.min(least, rows[row - 2]![column - 2]! + 1)
      rows[row]![column] = least
    }
  return rows[a.length]![b.length]!
}

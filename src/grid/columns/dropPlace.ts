/** A header on the screen, px of the window. */
export interface HeaderBox {
  /** From 0, among all columns shown. */
  readonly column: number
  readonly left: number
  readonly right: number
  /** Lies over those that scroll. */
  readonly isPinned: boolean
}

/** The column before which something dropped at `x` goes, and where the line stands that says so. */
export interface DropPlace {
  readonly to: number
  /** px of the window */
  readonly line: number
}

/** Where a column dropped at `x` goes: before the header under it, or after it from its middle on. */
export function dropPlace(boxes: readonly HeaderBox[], x: number): DropPlace | null {
  const under = boxes.filter(({ left, right }) => x >= left && x < right)
  const found = under.find(({ isPinned }) => isPinned) ?? under[0] ?? nearest(boxes, x)
  if (found === undefined) return null
  const isAfter = x >= (found.left + found.right) / 2
  return { to: found.column + (isAfter ? 1 : 0), line: isAfter ? found.right : found.left }
}

/** Beside all of them, as right of the last one. */
function nearest(boxes: readonly HeaderBox[], x: number): HeaderBox | undefined {
  const distance = ({ left, right }: HeaderBox) => Math.max(left - x, x - right)
  return boxes.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The measures of a grid, px. */
export interface GridShape {
  readonly rows: number
  readonly rowHeight: number
  /** The element that scrolls, within its scrollbars. */
  readonly clientWidth: number
  readonly clientHeight: number
  readonly headerHeight: number
  readonly rowNumberWidth: number
  /** As `columnStarts` gives them, pinned columns first. */
  readonly columnStarts: readonly number[]
  /** The ids of the columns, in the same order. */
  readonly columnIds: readonly string[]
  /** So many columns at the start, and so many at the end, stay in view when the others scroll sideways. */
  readonly left: number
  readonly right: number
}

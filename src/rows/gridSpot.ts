/** Where one is in a grid: what is in view, and the active cell. Columns go by their ids. */
export interface GridSpot {
  /** The first row in view, and how many px of it are above. */
  readonly row: number
  readonly above: number
  /** The first column in view besides pinned ones, and how many px of it are aside; null if there is none. */
  readonly column: string | null
  readonly aside: number
  /** Columns that were made wider or narrower, in px. */
  readonly widths?: readonly (readonly [string, number])[] | undefined
  readonly cell: { readonly row: number; readonly column: string } | null
}

/**
 * How the columns of a result are laid out, by column id; what is absent is as the data gives it, and ids of columns that
 * are not there are ignored.
 */
export interface ColumnLayout {
  /** Columns that come first, in this order; the others follow as they come. */
  readonly order?: readonly string[]
  readonly hidden?: readonly string[]
  /** Columns that stay in view at the start, in this order. */
  readonly pinned?: readonly string[]
  /** Columns that stay in view at the end, in this order. */
  readonly pinnedRight?: readonly string[]
  /** In pixels. */
  readonly widths?: Readonly<Record<string, number>>
}

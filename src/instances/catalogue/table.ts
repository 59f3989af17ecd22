/** A table of an instance, as the rail and the pickers show it. */
export interface Table {
  /** The id of the resource, which is also the table's name in SQL. */
  readonly id: string
  /** What the catalogue calls it, else its first alias, else a short form of the id. */
  readonly title: string
  /** The title is more than a short form of the id. */
  readonly isNamed: boolean
  readonly aliases: readonly string[]
  /** The title of the dataset it belongs to, if the catalogue says so; else empty. */
  readonly dataset: string
  /** What the catalogue says of it; else empty. */
  readonly description: string
}

/** Whoever shows the records of a table: adds a filter on a field of it. */
type Filterer = (field: string) => void

let filterer: Filterer | null = null

/** Filters that are asked for outside the form go to `add` until the returned function is called. */
export function takeWantedFilters(add: Filterer): () => void {
  filterer = add
  return () => {
    if (filterer === add) filterer = null
  }
}

/** Opens a new filter on a field, if a form is shown. */
export function wantFilter(field: string): void {
  filterer?.(field)
}

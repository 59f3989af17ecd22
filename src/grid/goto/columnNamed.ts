import type { GridColumn } from '../columns/useGridColumns.ts'

/** The place of the column that somebody means: of that name, or the first that begins with it, or holds it; −1 if none does. */
export function columnNamed(typed: string, placed: readonly { readonly column: GridColumn }[]): number {
  const sought = typed.toLowerCase()
  const names = placed.map(({ column }) => [column.name, column.label ?? ''].map((name) => name.toLowerCase()))
  const ways: readonly ((name: string) => boolean)[] = [
    (name) => name === sought,
    (name) => name.startsWith(sought),
    (name) => name.includes(sought),
  ]
  for (const way of ways) {
    const at = names.findIndex((each) => each.some((name) => way(name)))
    if (at >= 0) return at
  }
  return -1
}

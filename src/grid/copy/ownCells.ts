import type { CopiedCells } from './copiedCells.ts'

/**
 * Everything that a copy knows, for Rowan itself: names, types, and the source text of each value. `holes` were not
 * selected, `missing` members are not in their records; both are `[row, column]`, and null in `rows`.
 */
export function ownCells({ columns, rows }: CopiedCells): string {
  const holes: string[] = []
  const missing: string[] = []
  const lines = rows.map((row, at) => {
    const values = row.map((cell, column) => {
      if (typeof cell === 'string') return cell
      const list = cell === undefined ? holes : missing
      list.push(`[${at},${column}]`)
      return 'null'
    })
    return `[${values.join(',')}]`
  })
  const fields = JSON.stringify(columns.map(({ name, type }) => ({ id: name, type })))
  return `{"version":1,"fields":${fields},"rows":[${lines.join(',')}],"holes":[${holes.join(',')}],"missing":[${missing.join(',')}]}`
}

import { createRoot } from 'react-dom/client'
import type { FieldKind } from '../../../src/protocol/field.ts'
import { DataGrid } from '../../../src/grid/DataGrid.tsx'
import type { RowSource } from '../../../src/rows/rowSource.ts'
import '../../../src/ui/styles/index.css'

interface Made {
  readonly rows: number
  readonly columns: number
  readonly nameOf: (column: number) => string
  readonly textOf: (row: number, column: number) => string
}

const KINDS: readonly FieldKind[] = ['text', 'numeric', 'date', 'integer', 'text']

/** Shows the grid of this project; gives the element that scrolls. */
export async function show(container: HTMLElement, { rows, columns, nameOf, textOf }: Made): Promise<Element | null> {
  const shown = Array.from({ length: columns }, (_, at) => ({
    id: `c${at}`,
    name: nameOf(at),
    type: kindOf(at),
    kind: kindOf(at),
  }))
  const fields = shown.map(({ id, type }) => ({ id, type }))
  const extent = { rowCount: rows, rowCountIsKnown: true }
  const source: RowSource = {
    fields: { get: () => fields, subscribe: never },
    extent: { get: () => extent, subscribe: never },
    cell: (row, column) => (isNumber(column) ? textOf(row, column) : JSON.stringify(textOf(row, column))),
    want: () => undefined,
    subscribe: never,
    revision: () => 0,
  }
  container.style.display = 'flex'
  // 130 px, as in the floor, so that all grids show as many cells.
  const layout = { widths: Object.fromEntries(shown.map(({ id }) => [id, 130])) }
  createRoot(container).render(
    <DataGrid
      label="Records"
      columns={shown}
      rows={source}
      layout={layout}
      onSort={() => undefined}
      busy={false}
      stale={false}
      resetKey=""
      details={null}
    />,
  )
  while (container.querySelector('[role="gridcell"]') === null)
    await new Promise((drawn) => requestAnimationFrame(drawn))
  return container.querySelector('[role="grid"]')
}

function kindOf(column: number) {
  return KINDS[column % KINDS.length] ?? 'text'
}

function never() {
  return () => undefined
}

function isNumber(column: number) {
  return kindOf(column) === 'numeric' || kindOf(column) === 'integer'
}

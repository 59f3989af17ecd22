import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { scrollerOf } from './drawn.js'

ModuleRegistry.registerModules([AllCommunityModule])

export async function show(container, { rows, columns, nameOf, textOf }) {
  container.style.height = '100%'
  createGrid(container, {
    rowModelType: 'infinite',
    cacheBlockSize: 500,
    maxConcurrentDatasourceRequests: 8,
    infiniteInitialRowCount: rows,
    rowHeight: 28,
    headerHeight: 62,
    columnDefs: Array.from({ length: columns }, (_, at) => ({
      headerName: nameOf(at),
      width: 130,
      valueGetter: ({ data }) => (data === undefined ? '' : textOf(data.row, at)),
    })),
    datasource: {
      getRows({ startRow, endRow, successCallback }) {
        successCallback(
          Array.from({ length: endRow - startRow }, (_, at) => ({ row: startRow + at })),
          rows,
        )
      },
    },
  })
  return scrollerOf(container, '.ag-cell')
}

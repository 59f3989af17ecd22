import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import HighTable from 'hightable'
import 'hightable/src/HighTable.css'
import { scrollerOf } from './drawn.js'

export async function show(container, { rows, columns, nameOf, textOf }) {
  const names = Array.from({ length: columns }, (_, at) => nameOf(at))
  const places = new Map(names.map((name, at) => [name, at]))
  const data = {
    columnDescriptors: names.map((name) => ({ name })),
    numRows: rows,
    getRowNumber: ({ row }) => ({ value: row }),
    getCell: ({ row, column }) => ({ value: textOf(row, places.get(column)) }),
  }
  const columnConfiguration = Object.fromEntries(names.map((name) => [name, { initialWidth: 130 }]))
  createRoot(container).render(createElement(HighTable, { data, columnConfiguration, padding: 10, cacheKey: 'bench' }))
  return scrollerOf(container, '[role="cell"], td')
}

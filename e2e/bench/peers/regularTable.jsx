import 'regular-table'
import 'regular-table/dist/css/container.css'
import { scrollerOf } from './drawn.js'

export async function show(container, { rows, columns, nameOf, textOf }) {
  const table = container.appendChild(document.createElement('regular-table'))
  table.style.cssText = 'position: absolute; inset: 0'
  table.setDataListener((x0, y0, x1, y1) => ({
    num_rows: rows,
    num_columns: columns,
    column_headers: Array.from({ length: x1 - x0 }, (_, at) => [nameOf(x0 + at)]),
    data: Array.from({ length: x1 - x0 }, (_, across) =>
      Array.from({ length: y1 - y0 }, (_, down) => textOf(y0 + down, x0 + across)),
    ),
  }))
  await table.draw()
  return scrollerOf(container, 'td')
}

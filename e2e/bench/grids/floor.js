// The least that recycled rows cost: as many plain rows as the view needs and a few more, each moved by its `transform`, each
// cell one text node with a class for its place. No focus, no roles, no selection, no pinned cells.
import { nameOf, textOf } from './data.js'

const ROW = 28
const WIDTH = 130
const HEADER = 62
const AHEAD = 10

export function show(container, { rows, columns }) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    .scroller { position: absolute; inset: 0; overflow: scroll; contain: strict; font: 13px sans-serif }
    .head { position: sticky; top: 0; z-index: 1; height: ${HEADER}px; background: #eee }
    .body { position: relative; overflow: clip }
    .line { position: absolute; inset-inline: 0; top: 0; height: ${ROW}px; contain: strict }
    .line > div, .head > div { position: absolute; inset-block: 0; width: ${WIDTH}px; padding-inline: 10px; overflow: hidden; white-space: pre; line-height: ${ROW}px; box-sizing: border-box; text-overflow: ellipsis }
  `)
  document.adoptedStyleSheets.push(sheet)
  const scroller = container.appendChild(document.createElement('div'))
  scroller.className = 'scroller'
  const head = scroller.appendChild(document.createElement('div'))
  head.className = 'head'
  const body = scroller.appendChild(document.createElement('div'))
  body.className = 'body'
  const canvas = Math.min(rows * ROW, 8_000_000)
  const shown = Math.floor(canvas / ROW)
  body.style.height = `${canvas}px`
  body.style.width = `${columns * WIDTH}px`
  const inView = Math.ceil(scroller.clientHeight / ROW) + 2 * AHEAD
  const across = Math.min(columns, Math.ceil(scroller.clientWidth / WIDTH) + 3)
  const heads = Array.from({ length: across }, () => {
    const cell = head.appendChild(document.createElement('div'))
    return { cell, text: cell.appendChild(document.createTextNode('')), column: -1 }
  })
  const lines = Array.from({ length: inView }, () => {
    const line = body.appendChild(document.createElement('div'))
    line.className = 'line'
    const cells = Array.from({ length: across }, () => {
      const cell = line.appendChild(document.createElement('div'))
      return { cell, text: cell.appendChild(document.createTextNode('')), column: -1 }
    })
    return { line, cells, row: -1 }
  })
  const put = (each, column, text) => {
    if (each.column !== column) each.cell.style.left = `${column * WIDTH}px`
    each.column = column
    if (each.text.data !== text) each.text.data = text
  }
  const draw = () => {
    const first = Math.max(0, Math.min(Math.floor(scroller.scrollTop / ROW) - AHEAD, shown - inView))
    const left = Math.max(0, Math.min(Math.floor(scroller.scrollLeft / WIDTH) - 1, columns - across))
    const isAside =
      heads[left % across].column !== left || heads[(left + across - 1) % across].column !== left + across - 1
    if (isAside)
      for (let column = left; column < left + across; column += 1) put(heads[column % across], column, nameOf(column))
    for (let row = first; row < first + inView; row += 1) {
      const line = lines[row % inView]
      if (line.row === row && !isAside) continue
      if (line.row !== row) line.line.style.transform = `translateY(${row * ROW}px)`
      const isOther = line.row !== row
      line.row = row
      for (let column = left; column < left + across; column += 1) {
        const each = line.cells[column % across]
        if (isOther || each.column !== column) put(each, column, textOf(row, column))
      }
    }
  }
  scroller.addEventListener('scroll', draw, { passive: true })
  draw()
  return scroller
}

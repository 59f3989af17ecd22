// oxlint-disable react/incompatible-library -- it is drawn as its readers would draw it
// As its examples show it: React draws each row and cell that is in view.
import { useVirtualizer } from '@tanstack/react-virtual'
import { createElement as h, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { scrollerOf } from './drawn.js'

const ROW = 28
const WIDTH = 130
/** px: beyond it a browser draws nothing. */
const MOST = 8_000_000

function Grid({ rows, columns, nameOf, textOf }) {
  const scroller = useRef(null)
  const across = useVirtualizer({
    horizontal: true,
    count: columns,
    estimateSize: () => WIDTH,
    overscan: 1,
    getScrollElement: () => scroller.current,
  })
  const down = useVirtualizer({
    count: Math.min(rows, Math.floor(MOST / ROW)),
    estimateSize: () => ROW,
    overscan: 10,
    getScrollElement: () => scroller.current,
  })
  const place = (column) => ({
    position: 'absolute',
    left: column.start,
    width: WIDTH,
    height: ROW,
    lineHeight: `${ROW}px`,
    overflow: 'hidden',
    whiteSpace: 'pre',
    textOverflow: 'ellipsis',
  })
  return h(
    'div',
    { ref: scroller, style: { position: 'absolute', inset: 0, overflow: 'scroll', font: '13px sans-serif' } },
    h(
      'div',
      {
        style: { position: 'sticky', top: 0, zIndex: 1, height: 62, background: '#eee', width: across.getTotalSize() },
      },
      across
        .getVirtualItems()
        .map((column) => h('div', { key: column.key, style: place(column) }, nameOf(column.index))),
    ),
    h(
      'div',
      { style: { position: 'relative', height: down.getTotalSize(), width: across.getTotalSize() } },
      down.getVirtualItems().map((row) =>
        h(
          'div',
          {
            key: row.key,
            role: 'row',
            style: {
              position: 'absolute',
              top: 0,
              left: 0,
              width: '100%',
              height: ROW,
              transform: `translateY(${row.start}px)`,
            },
          },
          across
            .getVirtualItems()
            .map((column) =>
              h('div', { key: column.key, role: 'gridcell', style: place(column) }, textOf(row.index, column.index)),
            ),
        ),
      ),
    ),
  )
}

export async function show(container, props) {
  createRoot(container).render(h(Grid, props))
  return scrollerOf(container, '[role="gridcell"]')
}

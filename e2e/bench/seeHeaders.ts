// Headers as the grid draws them, for `npm run bench:see`: while one is brushed, all others are redrawn with each move.
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrushing } from '../../src/features/distributions/brush/brushing.ts'
import { createHeaderDetails } from '../../src/features/distributions/headers/headerDetails.tsx'
import { createHeldStore } from '../../src/features/distributions/headers/held.ts'
import type { Field } from '../../src/protocol/field.ts'
import { wholeTable, type Query } from '../../src/query/query.ts'
import { createQueryClient } from '../../src/results/queries.ts'
import type { Figures } from '../../src/summary/figures.ts'
import { emptyView } from '../../src/workspace/view.ts'

const WIDTH = 150

/** Draws a header for each of the fields; each lies in an element with the field's name as its id. */
export function drawHeaders(table: string, fields: readonly Field[], figuresFor: (query: Query) => Figures): void {
  let view = { ...emptyView, resource: table }
  const store = createHeldStore({
    source: { instanceId: 'bench', identity: 'bench', shown: wholeTable(table), isHere: true, figuresFor },
    fields,
    brushed: null,
    profiled: null,
    explain: (error) => error.message,
    isTimeout: () => false,
    canAsk: () => true,
  })
  const brush = createBrushing(store, {
    view: () => view,
    // The others follow the brush itself; what the rows do is no part of a move.
    navigate: (next) => {
      view = { ...view, where: next.where }
      return true
    },
    back: () => undefined,
    refuse: () => undefined,
  })
  const { Drawing } = createHeaderDetails(store, brush)
  const headers = fields.map(({ id }) =>
    createElement(
      'div',
      { key: id, id, style: { inlineSize: WIDTH, blockSize: 40, float: 'left', position: 'relative' } },
      createElement(Drawing, { column: id, width: WIDTH }),
    ),
  )
  const root = document.body.appendChild(document.createElement('div'))
  createRoot(root).render(createElement(QueryClientProvider, { client: createQueryClient() }, headers))
}

/** From now on, for each move of the pointer, ms from when the page hears of it until what it changed is painted. */
export function timeMoves(): readonly number[] {
  const times: number[] = []
  window.addEventListener(
    'pointermove',
    () => {
      const heard = performance.now()
      requestAnimationFrame(() => {
        // A message comes after the frame.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => times.push(performance.now() - heard), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    },
    { capture: true },
  )
  return times
}

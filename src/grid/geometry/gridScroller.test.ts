import { expect, test } from 'vitest'
import { GridScroller } from './gridScroller.ts'
import type { GridShape } from './gridShape.ts'
import { columnStarts } from './gridWindow.ts'

/** An element that scrolls, and counts how often it is asked where it is: with new cells, that lays out the page. */
class Scrolled extends EventTarget {
  asked = 0
  #left = 0
  #top = 0
  get scrollLeft() {
    this.asked += 1
    return this.#left
  }
  set scrollLeft(left: number) {
    this.#left = left
  }
  get scrollTop() {
    this.asked += 1
    return this.#top
  }
  set scrollTop(top: number) {
    this.#top = top
  }
}

const shapeOf = (widths: readonly number[], rows = 1_000_000_000): GridShape => ({
  rows,
  rowHeight: 28,
  clientWidth: 1000,
  clientHeight: 700,
  headerHeight: 60,
  rowNumberWidth: 60,
  columnStarts: columnStarts(widths),
  columnIds: widths.map((_, at) => `c${at}`),
  left: 0,
  right: 0,
})

const widthsOf = (width: number) => Array.from({ length: 500 }, () => width)

function scroller() {
  const element = new Scrolled()
  const control = new GridScroller()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it asks for nothing else
  const leave = control.attach(element as unknown as HTMLElement)
  control.reshape(shapeOf(widthsOf(100)))
  return { element, control, leave }
}

test('columns that come into view get their widths without asking the browser again where it is', async () => {
  const { element, control, leave } = scroller()
  const left: number[] = []
  control.subscribe(() =>
    queueMicrotask(() => {
      element.asked = 0
      control.reshape(shapeOf(widthsOf(100).with(45, 150)))
      left.push(element.asked, control.window().columns.start)
    }),
  )
  element.scrollLeft = 4000
  element.dispatchEvent(new Event('scroll'))
  await Promise.resolve()
  const [asked, first] = left
  expect(asked).toBe(0)
  expect(first).toBeGreaterThan(30)
  leave()
})

test('where it is asked for later, or has other rows, the browser is followed', async () => {
  const { element, control, leave } = scroller()
  element.scrollLeft = 4000
  element.dispatchEvent(new Event('scroll'))
  await Promise.resolve()
  const first = control.window().columns.start
  element.scrollLeft = 9000
  control.reshape(shapeOf(widthsOf(101)))
  expect(control.window().columns.start).toBeGreaterThan(first)
  element.scrollTop = 500
  element.dispatchEvent(new Event('scroll'))
  control.reshape(shapeOf(widthsOf(101), 5))
  expect(control.visibleRows()).toEqual({ start: 0, end: 5 })
  leave()
})

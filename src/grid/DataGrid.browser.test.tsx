import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LocalGrid } from '../../e2e/support/LocalGrid.tsx'

const grid = () => page.getByRole('grid', { name: 'Records' })
const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true })
const header = (name: string) => page.getByRole('columnheader', { name: `${name}, text` })
const widthOf = (name: string) => header(name).element().getBoundingClientRect().width

/** The cell that has the focus: it must be on the screen, between the header and the end of the grid. */
async function expectFocus(text: string): Promise<void> {
  await expect.element(cell(text)).toHaveFocus()
  await expect
    .poll(() => {
      const box = cell(text).element().getBoundingClientRect()
      const around = grid().element().getBoundingClientRect()
      const top = header('c0').query()?.getBoundingClientRect().bottom ?? around.top
      return box.top >= top - 1 && box.bottom <= around.bottom && box.left >= around.left && box.right <= around.right
    })
    .toBe(true)
}

const press = (keys: string) => userEvent.keyboard(keys)
const withCtrl = (key: string) => press(`{Control>}{${key}}{/Control}`)
const withShift = (key: string) => press(`{Shift>}{${key}}{/Shift}`)

test('one tab stop; the arrows, Home, End and the page keys lead through the cells', async () => {
  await render(<LocalGrid rows={1000} columns={30} />)
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '1001')
  await expect.element(grid()).toHaveAttribute('aria-colcount', '31')
  await expect.element(cell('1·0')).toBeVisible()
  await userEvent.tab()
  await expectFocus('1·0')
  expect(grid().element().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  await press('{ArrowDown}{ArrowRight}')
  await expectFocus('2·1')
  await press('{End}')
  await expectFocus('2·29')
  await press('{Home}')
  await expectFocus('2·0')
  await withCtrl('ArrowRight')
  await expectFocus('2·29')
  await withCtrl('ArrowDown')
  await expectFocus('1000·29')
  await withCtrl('Home')
  await expectFocus('1·0')
  await withCtrl('End')
  await expectFocus('1000·29')
  await press('{PageUp}{Home}')
  const inView = 1000 - Number(document.activeElement?.textContent.split('·')[0])
  expect(inView).toBeGreaterThan(5)
  expect(inView).toBeLessThan(25)
  await press('{PageDown}')
  await expectFocus('1000·0')
  await withCtrl('ArrowUp')
  await expectFocus('1·0')
  await press('{ArrowUp}')
  await expect.element(header('c0')).toHaveFocus()
})

test('only what is in view and near it is in the document', async () => {
  const onRange = vi.fn<(start: number, end: number) => void>()
  await render(<LocalGrid rows={5000} columns={500} onRange={onRange} />)
  await expect.element(cell('1·0')).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(60)
  expect(page.getByRole('columnheader').elements().length).toBeLessThan(40)
  await userEvent.tab()
  await withCtrl('End')
  await expectFocus('5000·499')
  expect(page.getByRole('row').elements().length).toBeLessThan(60)
  expect(page.getByRole('columnheader').elements().length).toBeLessThan(40)
  expect(onRange.mock.lastCall?.[1]).toBe(5000)
})

test('the last of five million rows can be reached and stepped away from, by key and by wheel', async () => {
  await render(<LocalGrid rows={5_000_000} />)
  await expect.element(cell('1·0')).toBeVisible()
  // A browser draws nothing beyond some 33 million pixels.
  expect(grid().element().scrollHeight).toBeLessThan(33_000_000)
  await userEvent.tab()
  await withCtrl('End')
  await expectFocus('5000000·5')
  await press('{ArrowUp}{ArrowUp}')
  await expectFocus('4999998·5')
  await withCtrl('Home')
  await expectFocus('1·0')
  grid().element().scrollTop = grid().element().scrollHeight
  await expect.element(cell('5000000·0')).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: /5,?000,?000/ })).toBeVisible()
})

test('scrolling makes and drops no element; at rest rows are read in the order in which they are seen', async () => {
  await render(<LocalGrid rows={10_000} columns={30} />)
  await expect.element(cell('1·0')).toBeVisible()
  const element = grid().element()
  const scrollTo = async (top: number) => {
    element.scrollTop = top
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }
  for (let top = 0; top < 700; top += 70) await scrollTo(top)
  const before = new Set(element.querySelectorAll('[role="row"], [role="gridcell"]'))
  for (let top = 700; top < 3000; top += 70) await scrollTo(top)
  expect(new Set(element.querySelectorAll('[role="row"], [role="gridcell"]'))).toEqual(before)
  const read = () => [...element.querySelectorAll('[role="rowheader"]')].map((each) => Number(each.textContent))
  await expect.poll(() => read().every((row, at, all) => at === 0 || row > (all[at - 1] ?? 0))).toBe(true)
  expect(read()).toContain(Math.floor(element.scrollTop / 28) + 5)
})

test('the focus stays on its cell when that is scrolled away', async () => {
  await render(<LocalGrid rows={10_000} />)
  await expect.element(cell('1·0')).toBeVisible()
  await userEvent.tab()
  await press('{ArrowDown}{ArrowRight}')
  await expectFocus('2·1')
  grid().element().scrollTop = 100_000
  await expect.element(cell('1·0')).not.toBeInTheDocument()
  await expect.element(cell('2·1')).toHaveFocus()
  await press('{ArrowDown}')
  await expectFocus('3·1')
})

test('Enter on a header sorts ascending, descending, not; Shift Enter adds a key', async () => {
  await render(<LocalGrid rows={100} />)
  await expect.element(cell('1·0')).toBeVisible()
  await userEvent.tab()
  await press('{ArrowUp}{Enter}')
  await expect.element(header('c0')).toHaveAttribute('aria-sort', 'ascending')
  await press('{Enter}')
  await expect.element(header('c0')).toHaveAttribute('aria-sort', 'descending')
  await press('{ArrowRight}')
  await withShift('Enter')
  await expect.element(header('c0')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(header('c1')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(header('c1')).toHaveFocus()
  await press('{Enter}')
  await expect.element(header('c0')).toHaveAttribute('aria-sort', 'none')
  await expect.element(header('c1')).toHaveAttribute('aria-sort', 'descending')
  await press('{Enter}')
  await expect.element(header('c1')).toHaveAttribute('aria-sort', 'none')
})

test('the header says why nothing can be sorted', async () => {
  await render(<LocalGrid rows={100} sortRefusal="This server can't sort." />)
  await expect.element(header('c0')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(header('c0')).not.toHaveAttribute('aria-sort')
  expect(header('c0').element().getAttribute('title')).toContain("This server can't sort.")
})

test('a column is made wider and narrower by keys on its header', async () => {
  await render(<LocalGrid rows={100} />)
  await expect.element(cell('1·0')).toBeVisible()
  await userEvent.tab()
  await press('{ArrowUp}{ArrowRight}')
  await expect.element(header('c1')).toHaveFocus()
  const before = widthOf('c1')
  const left = widthOf('c0')
  await withShift('ArrowRight')
  await expect.poll(() => widthOf('c1')).toBeGreaterThan(before)
  expect(cell('1·1').element().getBoundingClientRect().width).toBeCloseTo(widthOf('c1'), 0)
  expect(widthOf('c0')).toBe(left)
  await withShift('ArrowLeft')
  await expect.poll(() => widthOf('c1')).toBe(before)
  await expect.element(header('c1')).toHaveFocus()
})

test('Enter opens the value, Shift Enter the record, and the focus comes back', async () => {
  const onOpenRecord = vi.fn<(row: number) => void>()
  await render(<LocalGrid rows={100} onOpenRecord={onOpenRecord} />)
  await expect.element(cell('1·0')).toBeVisible()
  await userEvent.tab()
  await press('{ArrowDown}{ArrowRight}{Enter}')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent('2·1')
  await press('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectFocus('2·1')
  await withShift('Enter')
  expect(onOpenRecord).toHaveBeenLastCalledWith(1)
  await page.getByRole('rowheader', { name: '3', exact: true }).dblClick()
  expect(onOpenRecord).toHaveBeenLastCalledWith(2)
})

test('a row number pressed twice before its row has arrived opens the record then, unless something else was done', async () => {
  let isThere = false
  const waiting = new Set<() => void>()
  const hasArrived = {
    get: () => isThere,
    subscribe: (changed: () => void) => {
      waiting.add(changed)
      return () => waiting.delete(changed)
    },
  }
  const tell = (isNow: boolean) => {
    isThere = isNow
    for (const changed of waiting) changed()
  }
  const onOpenRecord = vi.fn<(row: number) => void>()
  await render(<LocalGrid rows={100} hasArrived={hasArrived} onOpenRecord={onOpenRecord} />)
  const number = page.getByRole('rowheader', { name: '3', exact: true })
  await number.dblClick()
  expect(onOpenRecord).not.toHaveBeenCalled()
  tell(true)
  await expect.element(cell('3·0')).toBeVisible()
  expect(onOpenRecord.mock.calls).toEqual([[2]])

  tell(false)
  await number.dblClick()
  await press('{ArrowDown}')
  tell(true)
  await expect.element(cell('3·0')).toBeVisible()
  expect(onOpenRecord).toHaveBeenCalledTimes(1)
})

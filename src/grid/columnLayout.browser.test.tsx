import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LocalGrid } from '../../e2e/support/LocalGrid.tsx'

const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true })
const header = (name: string) => page.getByRole('columnheader', { name: `${name}, text` })
const grid = () => page.getByRole('grid', { name: 'Records' })
const press = (keys: string) => userEvent.keyboard(keys)
const leftOf = (name: string) => header(name).element().getBoundingClientRect().left

/** `c8` pinned, `c1` hidden, `c2` and `c3` swapped. */
const LAYOUT = { order: ['c0', 'c3', 'c2'], hidden: ['c1'], pinned: ['c8'] }

test('columns are shown in the order of the layout, without the hidden ones, pinned ones first', async () => {
  await render(<LocalGrid rows={100} columns={9} layout={LAYOUT} />)
  await expect.element(cell('1·8')).toBeVisible()
  await expect.element(header('c1')).not.toBeInTheDocument()
  await expect.element(grid()).toHaveAttribute('aria-colcount', '9')
  const shown = page
    .getByRole('columnheader')
    .elements()
    .map((each) => each.getAttribute('aria-label') ?? 'Row')
  expect(shown.slice(0, 6)).toEqual(['Row', 'c8, text', 'c0, text', 'c3, text', 'c2, text', 'c4, text'])
  for (const [at, text] of ['1·8', '1·0', '1·3', '1·2', '1·4'].entries()) {
    await expect.element(cell(text)).toHaveAttribute('aria-colindex', String(at + 2))
  }
  for (const name of ['c8', 'c0', 'c3', 'c2']) {
    const value = cell(`1·${name.slice(1)}`)
      .element()
      .getBoundingClientRect()
    expect(value.left).toBeCloseTo(leftOf(name), 0)
  }
})

test('keys lead through the columns as they are shown, and a press goes to the cell that was pressed', async () => {
  const onOpenRecord = vi.fn<(row: number) => void>()
  await render(<LocalGrid rows={100} columns={9} layout={LAYOUT} onOpenRecord={onOpenRecord} />)
  await expect.element(cell('1·8')).toBeVisible()
  await userEvent.tab()
  await expect.element(cell('1·8')).toHaveFocus()
  await press('{ArrowRight}{ArrowRight}')
  await expect.element(cell('1·3')).toHaveFocus()
  await press('{ArrowRight}')
  await expect.element(cell('1·2')).toHaveFocus()
  await press('{Home}')
  await expect.element(cell('1·8')).toHaveFocus()
  await cell('3·2').click()
  await expect.element(cell('3·2')).toHaveFocus()
  await press('{Enter}')
  await expect.element(page.getByRole('dialog')).toHaveTextContent('3·2')
  await press('{Escape}')
  await header('c3').click()
  await expect.element(header('c3')).toHaveAttribute('aria-sort', 'ascending')
})

test('a pinned column stays in view when the others scroll sideways, and nothing hides behind it', async () => {
  await render(<LocalGrid rows={100} columns={60} layout={{ pinned: ['c8'] }} />)
  await expect.element(cell('1·8')).toBeVisible()
  const pinnedAt = leftOf('c8')
  await userEvent.tab()
  await press('{ArrowDown}')
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}')
  await expect.element(cell('2·59')).toHaveFocus()
  expect(leftOf('c8')).toBeCloseTo(pinnedAt, 0)
  await expect.element(cell('1·8')).toBeVisible()
  const edge = cell('2·8').element().getBoundingClientRect().right
  for (let column = 58; column >= 40; column -= 1) {
    await press('{ArrowLeft}')
    await expect.element(cell(`2·${column}`)).toHaveFocus()
    expect(cell(`2·${column}`).element().getBoundingClientRect().left).toBeGreaterThanOrEqual(edge - 1)
  }
})

test('a column pinned at the right stays there, is the last in each row, and nothing hides behind it', async () => {
  await render(<LocalGrid rows={100} columns={60} layout={{ pinned: ['c8'], pinnedRight: ['c3'] }} />)
  await expect.element(cell('1·3')).toBeVisible()
  await expect.element(cell('1·3')).toHaveAttribute('aria-colindex', '61')
  const edges = () => [header('c3'), cell('1·3')].map((each) => each.element().getBoundingClientRect().right)
  const before = edges()
  const end = grid().element().getBoundingClientRect().left + grid().element().clientWidth
  expect(before).toEqual([end, end])
  await userEvent.tab()
  for (let column = 0; column < 20; column += 1) await press('{ArrowRight}')
  const focused = document.activeElement?.getBoundingClientRect()
  expect(focused?.right).toBeLessThanOrEqual(leftOf('c3') + 1)
  expect(edges()).toEqual(before)
  await press('{End}')
  await expect.element(cell('1·3')).toHaveFocus()
  await expect.poll(() => readIn(1).at(-1)).toBe('1·3')
  await expect.poll(() => readIn(1).slice(1, -1)).toSatisfy(isSorted)
})

/** What stands in a row, in the order in which it is read. */
function readIn(row: number): string[] {
  const element = grid()
    .element()
    .querySelector(`[aria-rowindex="${row + 1}"]`)
  return [...(element?.querySelectorAll('[role="gridcell"]') ?? [])].map((each) => each.textContent)
}

const isSorted = (texts: readonly string[]) =>
  texts.every((text, at) => at === 0 || placeIn(text) > placeIn(texts[at - 1] ?? ''))

const placeIn = (text: string) => Number(text.split('·')[1])

test('the active cell stays with its column when columns are reordered', async () => {
  const screen = await render(<LocalGrid rows={100} columns={9} />)
  await expect.element(cell('1·0')).toBeVisible()
  await cell('2·2').click()
  await screen.rerender(<LocalGrid rows={100} columns={9} layout={LAYOUT} />)
  await expect.element(cell('2·2')).toHaveAttribute('aria-colindex', '5')
  await expect.element(cell('2·2')).toHaveFocus()
  await press('{ArrowLeft}')
  await expect.element(cell('2·3')).toHaveFocus()
})

test('a layout gives columns their widths', async () => {
  await render(<LocalGrid rows={100} columns={9} layout={{ widths: { c1: 222 } }} />)
  await expect.element(cell('1·1')).toBeVisible()
  expect(header('c1').element().getBoundingClientRect().width).toBe(222)
})

test('a column is made wider by dragging its edge, and that does not sort', async () => {
  await render(<LocalGrid rows={100} columns={9} layout={{ widths: { c1: 100, c2: 100 } }} />)
  await expect.element(cell('1·1')).toBeVisible()
  const edge = header('c1').element().querySelector('[data-edge]')
  if (edge === null) throw new Error('There is no edge')
  await userEvent.dragAndDrop(edge, header('c2'), { sourcePosition: { x: 4, y: 10 }, targetPosition: { x: 54, y: 10 } })
  await expect.poll(() => header('c1').element().getBoundingClientRect().width).toBe(158)
  expect(cell('1·1').element().getBoundingClientRect().width).toBe(158)
  await expect.element(header('c1')).toHaveAttribute('aria-sort', 'none')
  await expect.element(header('c2')).toHaveAttribute('aria-sort', 'none')
})

test('of a wide table only the columns in view and near it are wanted', async () => {
  const onColumns = vi.fn<(places: readonly number[]) => void>()
  await render(<LocalGrid rows={100} columns={500} onColumns={onColumns} layout={{ pinned: ['c300'] }} />)
  await expect.element(cell('1·0')).toBeVisible()
  const first = onColumns.mock.lastCall?.[0] ?? []
  expect(first).toContain(300)
  expect(first.length).toBeLessThan(40)
  grid().element().scrollLeft = grid().element().scrollWidth
  await expect.element(cell('1·499')).toBeVisible()
  await expect.poll(() => onColumns.mock.lastCall?.[0].at(-1)).toBe(499)
  const last = onColumns.mock.lastCall?.[0] ?? []
  expect(last).toContain(300)
  expect(last.length).toBeLessThan(40)
})

test('a field without a name is a column as others: laid out, sorted, made wider by keyboard', async () => {
  await render(
    <LocalGrid rows={3} names={['a', '', 'b']} columns={3} layout={{ order: ['b', '', 'a'], pinned: [''] }} />,
  )
  const nameless = page.getByRole('columnheader').nth(1)
  await expect.element(nameless).toHaveAttribute('aria-colindex', '2')
  await expect.element(page.getByRole('gridcell', { name: '1·1' })).toHaveAttribute('aria-colindex', '2')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(nameless).toHaveAttribute('aria-sort', 'ascending')
  const width = () => nameless.element().getBoundingClientRect().width
  const before = width()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(width).toBeGreaterThan(before)
})

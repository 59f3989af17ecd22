import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LocalGrid } from '../../e2e/support/LocalGrid.tsx'

const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true })
const press = (keys: string) => userEvent.keyboard(keys)
/** The cells that are selected, in the order of the picture. */
const selected = () =>
  [...document.querySelectorAll('[role="gridcell"][aria-selected="true"]')].map((element) => element.textContent)
const status = () => document.querySelector('[class*="frame"] output')?.textContent

/** What Ctrl C puts into the clipboard, by media type. */
async function copied(keys = '{Control>}c{/Control}'): Promise<Readonly<Record<string, string>>> {
  const data: Record<string, string> = {}
  const hear = ({ clipboardData }: ClipboardEvent) => {
    for (const type of clipboardData?.types ?? []) data[type] = clipboardData?.getData(type) ?? ''
  }
  document.addEventListener('copy', hear, { once: true })
  await press(keys)
  document.removeEventListener('copy', hear)
  return data
}

const count = () => document.querySelector('search output')?.textContent

function mouse(type: string, x: number, y: number, target: EventTarget): void {
  target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: y }))
}

async function shown(rows = 200, columns = 6, highlight = '') {
  await render(<LocalGrid rows={rows} columns={columns} highlight={highlight} />)
  await expect.element(cell('1·0')).toBeVisible()
}

test('keys select: with Shift up to there, whole rows, whole columns, everything; Esc and moving on let go', async () => {
  await shown()
  await cell('2·1').click()
  await press('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  expect(selected()).toEqual(['2·1', '2·2', '3·1', '3·2'])
  await expect.element(cell('2·1')).toHaveFocus()
  await expect.poll(status).toBe('4 cells selected: 2 rows × 2 columns')
  await press('{Shift>}{ArrowLeft}{ArrowUp}{/Shift}')
  expect(selected()).toEqual(['2·1'])
  await press('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}')
  expect(selected()).toEqual(['2·1', '2·2', '2·3', '2·4', '2·5'])
  await press('{Escape}')
  expect(selected()).toEqual([])
  await press(' ')
  expect(selected()).toEqual(['2·0', '2·1', '2·2', '2·3', '2·4', '2·5'])
  await press('{ArrowDown}')
  expect(selected()).toEqual([])
  await press('{Control>}{Shift>} {/Shift}{/Control}')
  await expect.poll(status).toBe('200 cells selected: 200 rows × 1 column')
  await press('{Control>}a{/Control}')
  await expect.poll(status).toBe('1,200 cells selected: 200 rows × 6 columns')
  await press('{Escape}{Shift>}{PageDown}{End}{/Shift}')
  await expect.poll(status).toMatch(/^\d+ cells selected: \d+ rows × 5 columns$/)
  await press('{Control>}{Shift>}{Home}{/Shift}{/Control}')
  await expect.poll(status).toBe('6 cells selected: 3 rows × 2 columns')
  await press('{Control>}{Shift>}{End}{/Shift}{/Control}')
  await expect.poll(status).toBe('990 cells selected: 198 rows × 5 columns')
})

test('the mouse selects: a drag, Shift, Ctrl, numbers of rows, headers with Ctrl', async () => {
  await shown()
  await userEvent.dragAndDrop(cell('2·1'), cell('3·2'))
  expect(selected()).toEqual(['2·1', '2·2', '3·1', '3·2'])
  await cell('4·3').click({ modifiers: ['ControlOrMeta'] })
  expect(selected()).toEqual(['2·1', '2·2', '3·1', '3·2', '4·3'])
  await cell('5·4').click({ modifiers: ['Shift'] })
  expect(selected()).toEqual(['2·1', '2·2', '3·1', '3·2', '4·3', '4·4', '5·3', '5·4'])
  await cell('1·1').click()
  expect(selected()).toEqual([])
  await page.getByRole('rowheader', { name: '3', exact: true }).click()
  await page.getByRole('rowheader', { name: '4', exact: true }).click({ modifiers: ['Shift'] })
  expect(selected()).toHaveLength(12)
  await page.getByRole('columnheader', { name: 'c2, text' }).click({ modifiers: ['ControlOrMeta'] })
  await expect.poll(status).toBe('210 cells selected')
})

test('a drag beyond the edge scrolls, and the selection follows', async () => {
  await shown()
  const from = cell('2·1').element().getBoundingClientRect()
  mouse('mousedown', from.x + 5, from.y + 5, cell('2·1').element())
  mouse('mousemove', from.x + 5, 800, window)
  await expect.poll(() => document.querySelector('[role="grid"]')?.scrollTop).toBeGreaterThan(500)
  mouse('mouseup', from.x + 5, 800, window)
  await expect.poll(() => Number(/^(\d+) cells/.exec(status() ?? '')?.[1])).toBeGreaterThan(20)
})

test('Ctrl C copies a block with headers, as text and as a table; a single cell as it is', async () => {
  await shown()
  await cell('2·1').click()
  await expect.poll(async () => (await copied())['text/plain']).toBe('2·1')
  await press('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  const data = await copied()
  expect(data['text/plain']).toBe('c1\tc2\r\n2·1\t2·2\r\n3·1\t3·2')
  const table = new DOMParser().parseFromString(data['text/html'] ?? '', 'text/html')
  const cells = [...table.querySelectorAll('tr')].map((row) => [...row.children].map((each) => each.textContent))
  expect(cells).toEqual([
    ['c1', 'c2'],
    ['2·1', '2·2'],
    ['3·1', '3·2'],
  ])
  expect(data['application/vnd.rowan.cells+json']).toContain('"rows":[["2·1","2·2"],["3·1","3·2"]]')
})

test('Ctrl F finds in the cells; Enter, Shift Enter and F3 step; Esc leaves the focus on the match', async () => {
  await shown()
  await cell('2·1').click()
  await press('{Control>}f{/Control}')
  const field = page.getByRole('textbox', { name: 'Find in the cells' })
  await expect.element(field).toHaveFocus()
  await expect.poll(count).toBe('Type what to find.')
  await press('50·')
  await expect.poll(count).toMatch(/^1 of 12/)
  await press('{Enter}')
  await expect.poll(count).toMatch(/^2 of 12/)
  await press('{Shift>}{Enter}{/Shift}')
  await expect.poll(count).toMatch(/^1 of 12/)
  await press('{F3}{F3}{F3}')
  await expect.poll(count).toMatch(/^4 of 12/)
  await press('{Shift>}{F3}{/Shift}')
  await expect.poll(count).toMatch(/^3 of 12/)
  expect([...document.querySelectorAll('[role="gridcell"] mark')].map((mark) => mark.textContent)).toContain('50·')
  await press('{Escape}')
  await expect.element(cell('50·2')).toHaveFocus()
  expect(document.querySelector('search')).toBeNull()
})

test('F3 leads to the matches of the search, those in columns off the screen too, and says where', async () => {
  await shown(200, 30, '50')
  await cell('2·1').click()
  await press('{F3}')
  await expect.poll(count).toBe('1 of 30c0, row 50')
  for (let steps = 0; steps < 24; steps += 1) await press('{F3}')
  await expect.poll(count).toBe('25 of 30c24, row 50')
  await expect.element(cell('50·24')).toBeInViewport()
  await press('51·7')
  await expect.poll(count).toBe('1 of 2c7, row 51')
  await press('{Escape}')
  await expect.element(cell('51·7')).toHaveFocus()
})

test('where there is no other menu, the right button offers the forms of copies', async () => {
  await shown()
  await userEvent.dragAndDrop(cell('2·1'), cell('3·1'))
  await cell('2·1').click({ button: 'right' })
  const forms = page.getByRole('menu', { name: 'Copy as' })
  await expect.element(forms).toBeVisible()
  const text = new Promise<string>((resolve) => {
    const hear = ({ clipboardData }: ClipboardEvent) => resolve(clipboardData?.getData('text/plain') ?? '')
    document.addEventListener('copy', hear, { once: true })
  })
  await forms.getByRole('menuitem', { name: 'SQL IN list of c1' }).click()
  expect(await text).toBe(`"c1" IN ('2·1', '3·1')`)
})

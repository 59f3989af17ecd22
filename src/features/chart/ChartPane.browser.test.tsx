import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ChartData } from '../../charts/chartData.ts'
import { rowsData } from '../../charts/rowsData.ts'
import { standaloneSvg } from '../../charts/standalone.ts'
import { ChartPane } from './ChartPane.tsx'
import '../../ui/styles/tokens.css'

const NOTES = { cut: null, sample: null, isAbout: false }

const strikes = rowsData(
  [
    { id: 'year', type: 'int4' },
    { id: 'phase', type: 'text' },
    { id: 'strikes', type: 'int8' },
  ],
  [2019, 2020, 2021, 2022].flatMap((year) => [
    [String(year), '"Climb"', String((year - 2018) * 10)],
    [String(year), '"Approach"', String((year - 2018) * 100)],
  ]),
  NOTES,
  'Bird strikes · Northern Rivers · 22 Nov 2026',
)

const onPick = vi.fn<(rows: readonly number[]) => void>()
const onBrush = vi.fn<(field: string, keys: readonly string[]) => void>()
const onChart = vi.fn<(chart: string) => void>()

beforeEach(() => {
  for (const each of [onPick, onBrush, onChart]) each.mockClear()
})

function Example({ data, first = 'auto' }: { readonly data: ChartData; readonly first?: string }) {
  const [chart, setChart] = useState(first)
  return (
    <div style={{ display: 'flex', flexDirection: 'column', blockSize: 600 }}>
      <ChartPane
        data={data}
        chart={chart}
        onChart={(next) => {
          onChart(next)
          setChart(next)
        }}
        onPick={onPick}
        onBrush={(field, keys) => onBrush(field.id, keys)}
      />
    </div>
  )
}

const picture = page.getByRole('img')
const values = page.getByRole('listbox')

test('a picture has the title of what it shows, and a sentence and a table that say what is in it', async () => {
  await render(<Example data={strikes} />)
  await expect.element(picture).toHaveAccessibleName('strikes by year and phase')
  await expect
    .element(picture)
    .toHaveAccessibleDescription(
      'Stacked bars. Largest: 2022: 440; smallest: 2019: 110. Overall it rises, from 110 to 440. Series, largest first: Approach 1,000, Climb 100.',
    )
  await expect.element(page.getByRole('radio', { name: 'Stacked bars' })).toBeChecked()
  await expect.element(page.getByRole('row', { name: '2022 400 40' })).toBeInTheDocument()
  expect(document.querySelectorAll('[data-mark]')).toHaveLength(8)
})

test('arrows go from value to value and say them, Enter shows the records, Shift and Enter filter', async () => {
  await render(<Example data={strikes} />)
  await expect.element(picture).toBeVisible()
  values.element().focus()
  expect(spoken()).toBe('2019, Approach: 100')
  await userEvent.keyboard('{ArrowRight}')
  expect(spoken()).toBe('2020, Approach: 200')
  await userEvent.keyboard('{ArrowUp}')
  expect(spoken()).toBe('2020, Climb: 20')
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledWith([2])
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.element(page.getByRole('status')).toHaveTextContent('2020 to 2021 marked')
  await userEvent.keyboard('{Enter}')
  expect(onBrush).toHaveBeenCalledWith('year', ['2020', '2021'])
  await userEvent.keyboard('{End}')
  expect(spoken()).toBe('2022, Climb: 40')
})

test('a click on a mark shows its records, dragging over several filters by their range', async () => {
  await render(<Example data={strikes} />)
  await expect.element(picture).toBeVisible()
  const marks = [...document.querySelectorAll('[data-mark="0"], [data-mark="4"]')]
  const [first, third] = marks.map((mark) => mark.getBoundingClientRect())
  if (first === undefined || third === undefined) throw new Error('There are no bars')
  await userEvent.click(marks[0] ?? document.body)
  expect(onPick).toHaveBeenCalledWith([1])
  const target = document.querySelector('[data-brushes]')
  target?.dispatchEvent(new PointerEvent('pointerdown', { ...at(first), button: 0 }))
  // A pointer of the test can't be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue()
  target?.dispatchEvent(new PointerEvent('pointermove', at(third)))
  await expect.element(page.getByRole('status')).toHaveTextContent('2019 to 2021 marked')
  target?.dispatchEvent(new PointerEvent('pointerup', at(third)))
  expect(onBrush).toHaveBeenCalledWith('year', ['2019', '2020', '2021'])
})

test('each kind that suits draws; the kind is kept as text', async () => {
  await render(<Example data={strikes} />)
  for (const kind of ['Grouped bars', 'Lines', 'Area', 'Heat map']) {
    await page.getByRole('radio', { name: kind }).click()
    await expect.element(page.getByRole('radio', { name: kind })).toBeChecked()
    expect(document.querySelectorAll('[data-mark]')).toHaveLength(8)
  }
  expect(onChart).toHaveBeenLastCalledWith('heat,x:year,y:strikes,by:phase')
  await page.getByRole('button', { name: 'More kinds' }).click()
  await page.getByRole('menuitem', { name: 'Small multiples' }).click()
  await expect.element(page.getByRole('radio', { name: 'Small multiples' })).toBeChecked()
  await page.getByRole('button', { name: 'Close chart' }).click()
  expect(onChart).toHaveBeenLastCalledWith('')
})

test.each([
  ['light', '#ffffff'],
  ['dark', '#000000'],
])('a heat map has its %s colours in a file, too', async (theme, ink) => {
  document.documentElement.dataset['theme'] = theme
  try {
    await render(<Example data={strikes} first="heat,x:year,y:strikes,by:phase" />)
    await expect.element(picture).toBeVisible()
    const drawn = document.querySelector<SVGSVGElement>('svg[role="img"]')
    if (drawn === null) throw new Error('no picture')
    const file = standaloneSvg(drawn, 'strikes')
    const most = new DOMParser().parseFromString(file, 'image/svg+xml').querySelectorAll('text')
    expect([...most].find((text) => text.textContent === '400')?.getAttribute('fill')).toBe(ink)
    // Only the page knows its theme and its tokens.
    expect(file).not.toMatch(/light-dark\(|var\(|color-mix\(/)
  } finally {
    delete document.documentElement.dataset['theme']
  }
})

test('what a link names and the data has not gives way to a proposal', async () => {
  await render(<Example data={strikes} first="lines,x:gone,y:strikes" />)
  await expect.element(page.getByRole('radio', { name: 'Lines' })).toBeChecked()
  await expect.element(picture).toHaveAccessibleName('strikes by year and phase')
})

test('a picture says that it is cut, and what is not drawn', async () => {
  const cut = { ...strikes, rows: [...strikes.rows, ['null', '"Climb"', '7']], notes: { ...NOTES, cut: 8 } }
  await render(<Example data={cut} />)
  await expect.element(picture).toBeVisible()
  const words = [...document.querySelectorAll('svg text')].map((text) => text.textContent).join(' ')
  expect(words).toContain('Cut at 8 groups.')
  expect(words).toMatch(/Anything without year is not\s+drawn/)
})

function spoken(): string | null | undefined {
  return document.querySelector('[role="option"]')?.textContent
}

function at(box: DOMRect): PointerEventInit {
  return { clientX: box.x + box.width / 2, clientY: box.y + 4, bubbles: true, pointerId: 1 }
}

test('where there are no rows it says so, and asks for no other columns', async () => {
  const none = rowsData([{ id: 'depth', type: 'numeric' }], [], NOTES, '')
  await render(<Example data={none} />)
  await expect.element(page.getByText('There are no rows to draw.')).toBeVisible()
})

test('in a narrow pane the kind that is chosen is in view', async () => {
  await render(<Example data={strikes} first="multiples" />)
  const chosen = page.getByRole('radio', { name: 'Small multiples' })
  await expect.element(chosen).toBeChecked()
  await expect.element(chosen).toBeInViewport({ ratio: 0.9 })
})

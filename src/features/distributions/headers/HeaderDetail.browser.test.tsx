import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { createQueryClient } from '../../../results/queries.ts'
import { wholeTable } from '../../../query/query.ts'
import type { Distribution, Figures } from '../../../summary/figures.ts'
import { createBrushing } from '../brush/brushing.ts'
import { createHeaderDetails } from './headerDetails.tsx'
import { createHeldStore } from './held.ts'
import { emptyView } from '../../../workspace/view.ts'

const all = { kind: 'all' } as const
const bars: Distribution = {
  records: 48_213,
  nulls: 900,
  shape: {
    kind: 'bars',
    bars: { from: '0', to: '2500', isLog: false, counts: [2000, 11_000, 21_696, 10_617, 2000], beside: 0 },
  },
  coverage: all,
}
const values: Distribution = {
  records: 100,
  nulls: 0,
  shape: { kind: 'values', values: [{ value: '"watershed"', count: 71 }], others: 29, distinct: 8 },
  coverage: all,
}

const NO_LOOK = () => Promise.resolve(null)

/** A header of one column, of which `answer` tells what it holds. */
async function shown(
  answer: () => Promise<Distribution>,
  firstLook: () => Promise<Distribution | null> = NO_LOOK,
  canAsk = true,
  inlineSize = 160,
) {
  const asked: AbortSignal[] = []
  const figures: Partial<Figures> = {
    firstLook,
    distribution: (_, options) => {
      if (options?.signal) asked.push(options.signal)
      return answer()
    },
  }
  const navigated: string[] = []
  const store = createHeldStore({
    source: {
      instanceId: 'i',
      identity: 'me',
      shown: wholeTable('t'),
      isHere: true,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- headers ask for nothing else
      figuresFor: () => figures as Figures,
    },
    fields: [{ id: 'a', type: 'numeric' }],
    brushed: null,
    profiled: null,
    explain: () => 'The server gave up after 60 s.',
    isTimeout: ({ message }) => message === '60 s',
    canAsk: () => canAsk,
  })
  const brush = createBrushing(store, {
    view: () => emptyView,
    navigate: (view) => {
      navigated.push(JSON.stringify(view.where))
      return true
    },
    back: () => void navigated.push('back'),
    refuse: () => undefined,
  })
  const { Drawing, said } = createHeaderDetails(store, brush)
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <div style={{ position: 'relative', inlineSize, blockSize: 24 }}>
        <Drawing column="a" width={180} />
      </div>
    </QueryClientProvider>,
  )
  return { screen, store, said, asked, navigated }
}

test('bars are drawn, and the share of nulls stands beside them', async () => {
  const { screen, said } = await shown(() => Promise.resolve(bars))
  await expect.element(screen.getByText('2%')).toBeVisible()
  expect(screen.container.querySelector('path')?.getAttribute('d')).toMatch(/^M0 23V/)
  expect(said('a')).toEqual({
    name: '2% null',
    description: 'Bars from 0 to 2,500. The tallest, 1,000 to 1,500, holds 45%.',
  })
})

test('bars can be brushed only where the server can be asked for a range', async () => {
  const can = await shown(() => Promise.resolve(bars))
  await expect.poll(() => can.screen.container.querySelector('[data-brush]')).not.toBeNull()
  expect(can.store.beginBrush('a')).toBe(true)
  const cannot = await shown(() => Promise.resolve(bars), NO_LOOK, false)
  await expect.poll(() => cannot.screen.container.querySelector('path')).not.toBeNull()
  expect(cannot.screen.container.querySelector('[data-brush]')).toBeNull()
  expect(cannot.store.beginBrush('a')).toBe(false)
})

test('what is not of all records says so', async () => {
  const { screen, said } = await shown(() =>
    Promise.resolve({ ...values, coverage: { kind: 'sample', of: 100, total: 48_213 } }),
  )
  await expect.element(screen.getByText('sample')).toBeVisible()
  await expect.element(screen.getByText('watershed')).toBeVisible()
  expect(said('a')?.description).toContain('From a sample of 100 of 48,213 records.')
})

/** Where those words are in a header of that width, in px. */
async function box(words: string, width: number) {
  const { screen } = await shown(() => Promise.resolve(values), NO_LOOK, true, width)
  await expect.element(screen.getByText('watershed')).toBeInTheDocument()
  const { left, top, width: wide } = screen.getByText(words).element().getBoundingClientRect()
  const line = screen.getByText('watershed').element().getBoundingClientRect()
  await screen.unmount()
  return { isBeside: top === line.top && left >= line.right, wide }
}

test('in a narrow header the value stands without its share, not the share without its value', async () => {
  expect(await box('71%', 160)).toMatchObject({ isBeside: true })
  expect(await box('71%', 40)).toMatchObject({ isBeside: false })
  expect((await box('watershed', 40)).wide).toBe(40)
})

test('until all records are counted, a sample is drawn that says so', async () => {
  const sample: Distribution = {
    records: 2000,
    nulls: 38,
    shape: {
      kind: 'bars',
      bars: { from: '0', to: '2500', isLog: false, counts: [83, 456, 900, 440, 83], beside: 0 },
    },
    coverage: { kind: 'sample', of: 2000, total: 48_213 },
  }
  const counting: { end?: (distribution: Distribution) => void } = {}
  const counted = new Promise<Distribution>((resolve) => (counting.end = resolve))
  const { screen, said } = await shown(
    () => counted,
    () => Promise.resolve(sample),
  )
  await expect.element(screen.getByText('sample')).toBeVisible()
  expect(said('a')?.description).toBe(
    'Bars from 0 to 2,500. The tallest, 1,000 to 1,500, holds 45%. From a sample of 2,000 of 48,213 records.',
  )
  counting.end?.(bars)
  await expect.element(screen.getByText('sample')).not.toBeInTheDocument()
  expect(said('a')?.description).toBe('Bars from 0 to 2,500. The tallest, 1,000 to 1,500, holds 45%.')
})

test('what took too long says so, and why', async () => {
  const { screen } = await shown(() => Promise.reject(new Error('60 s')))
  await expect.element(screen.getByText('out of time')).toHaveAttribute('title', 'The server gave up after 60 s.')
})

test('what the server refuses leaves no word behind', async () => {
  const { screen } = await shown(() => Promise.reject(new Error('refused')))
  await expect.poll(() => screen.container.textContent).toBe('')
  await expect.poll(() => screen.container.querySelector('[aria-hidden]')).toBeNull()
})

test.each<[string, Distribution['shape'], number]>([
  ['all distinct', { kind: 'allDistinct', distinct: 100 }, 0],
  ['all null', { kind: 'nothing' }, 100],
  ['18,131 distinct', { kind: 'values', values: [{ value: '"a"', count: 1 }], others: 99, distinct: 18_131 }, 0],
])('%s', async (words, shape, nulls) => {
  const { screen } = await shown(() => Promise.resolve({ ...values, shape, nulls }))
  await expect.element(screen.getByText(words)).toBeVisible()
})

test('what leaves the view is given up', async () => {
  const { screen, asked } = await shown(() => new Promise(() => undefined))
  await expect.poll(() => asked.length).toBe(1)
  await screen.unmount()
  expect(asked[0]?.aborted).toBe(true)
})

test('a brush of keys asks from its first move on, and dropping it goes back one step', async () => {
  const { screen, store, navigated } = await shown(() => Promise.resolve(bars))
  await expect.element(screen.getByText('2%')).toBeVisible()
  expect(store.beginBrush('a')).toBe(true)
  const from = screen.getByRole('slider', { name: 'From' })
  await expect.element(from).toHaveFocus()
  expect(navigated).toEqual([])
  const press = (key: string) => {
    from.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
  press('ArrowRight')
  await expect.poll(() => navigated.length).toBe(1)
  expect(navigated[0]).toContain('"values":["1000","2500"]')
  press('Escape')
  await expect.poll(() => navigated.at(-1)).toBe('back')
})

import { describe, expect, test } from 'vitest'
import type { RowSource } from '../../rows/rowSource.ts'
import type { Span } from '../../rows/span.ts'
import { FindIndex } from './findIndex.ts'
import { foundText } from './findText.ts'
import { GridFind, type FindStep } from './gridFind.ts'

/** Rows of two columns, in which every hundredth row holds the word; only `loaded` is here, the rest can be read. */
function source(rowCount: number, loaded: readonly Span[], read: Span[] = []): RowSource {
  const value = (row: number, column: number) => JSON.stringify(row % 100 === 50 ? `Survey ${column}` : 'other')
  const isHere = (row: number) => loaded.some(({ start, end }) => row >= start && row < end)
  const constant = <T>(of: T) => ({ get: () => of, subscribe: () => () => undefined })
  return {
    fields: constant([]),
    extent: constant({ rowCount, rowCountIsKnown: true }),
    cell: (row, column) => (isHere(row) ? value(row, column) : undefined),
    loaded: () => loaded,
    want: () => undefined,
    subscribe: () => () => undefined,
    revision: () => 0,
    read(span, columns, { onRows }) {
      read.push(span)
      const rows = Array.from({ length: span.end - span.start }, (_, at) =>
        columns.map((column) => value(span.start + at, column)),
      )
      onRows(span.start, rows)
      return Promise.resolve()
    },
  }
}

const columns = [
  { place: 0, kind: 'text' },
  { place: 1, kind: 'text' },
] as const

async function finding(rows: RowSource, sought = 'survey') {
  const text = foundText(sought)
  if (text === null) throw new Error('nothing is sought')
  const find = new GridFind({ rows, columns, text, onChange: () => undefined })
  const { signal } = new AbortController()
  await find.lookThroughLoaded(signal)
  return {
    find,
    step: (row: number, column: number, isForward = true) => find.step({ row, column }, isForward, signal),
  }
}

const at = (row: number, column: number, isWrapped = false): FindStep => ({
  kind: 'found',
  at: { row, column },
  isWrapped,
})

describe('Find', () => {
  test('counts what is loaded at once, in any letters, and asks nobody', async () => {
    const read: Span[] = []
    const { find, step } = await finding(source(400, [{ start: 0, end: 400 }], read))
    expect([find.index.count, find.isWhole]).toEqual([8, true])
    expect(await step(0, 0)).toEqual(at(50, 0))
    expect(await step(50, 0)).toEqual(at(50, 1))
    expect(await step(50, 1)).toEqual(at(150, 0))
    expect(await step(50, 0, false)).toEqual(at(350, 1, true))
    expect(await step(350, 1)).toEqual(at(50, 0, true))
    expect(find.index.ordinal({ row: 150, column: 0 })).toBe(3)
    expect(read).toEqual([])
  })

  test('reads the rows between before it goes past them, and no others', async () => {
    const read: Span[] = []
    const loaded = [
      { start: 0, end: 100 },
      { start: 60_000, end: 60_100 },
    ]
    const { find, step } = await finding(source(100_000, loaded, read))
    expect([find.index.count, find.isWhole]).toEqual([4, false])
    expect(await step(50, 1)).toEqual(at(150, 0))
    expect(read).toEqual([{ start: 100, end: 5_100 }])
    expect(await step(60_050, 0, false)).toEqual(at(59_950, 1))
    expect(read.at(-1)).toEqual({ start: 55_000, end: 60_000 })
  })

  test('asks before it reads on for long', async () => {
    const { find, step } = await finding(source(100_000, [{ start: 0, end: 10 }]), 'nowhere')
    expect(await step(0, 0)).toEqual({ kind: 'further', looked: 20_000 })
    expect(find.isWhole).toBe(false)
    for (let more = 0; more < 5; more += 1) await step(0, 0)
    expect([find.isWhole, find.index.count]).toEqual([true, 0])
    expect(await step(0, 0)).toEqual({ kind: 'none' })
  })
})

test('the marks are those of the text, in the letters of the cell', () => {
  expect(foundText('a.b')?.pieces('xA.By acb')).toEqual([
    { text: 'x', isHit: false },
    { text: 'A.B', isHit: true },
    { text: 'y acb', isHit: false },
  ])
  expect(foundText('a.b')?.pieces('acb')).toBeNull()
  expect(foundText('')).toBeNull()
  for (const sign of '$()*+-./?[]\\^{|}#&~')
    expect(foundText(sign)?.isIn(JSON.stringify(`a${sign}`), 'text'), sign).toBe(true)
})

test('what was looked through is put together from pieces', () => {
  const index = new FindIndex()
  for (const [start, end] of [
    [10, 20],
    [30, 40],
    [0, 5],
    [20, 25],
  ] as const)
    index.cover({ start, end })
  expect(index.gapIn({ start: 0, end: 50 })).toEqual({ start: 5, end: 10 })
  expect(index.gapIn({ start: 12, end: 50 })).toEqual({ start: 25, end: 30 })
  expect(index.lastGapIn({ start: 0, end: 40 })).toEqual({ start: 25, end: 30 })
  expect(index.lastGapIn({ start: 0, end: 50 })).toEqual({ start: 40, end: 50 })
  expect(index.isCovered({ start: 10, end: 25 })).toBe(true)
})

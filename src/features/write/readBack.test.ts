import { describe, expect, test } from 'vitest'
import { decodeSearch } from '../../protocol/answers.ts'
import { readEnvelope } from '../../protocol/envelope.ts'
import { countRecords, NotShownError, recordIsChanged, tableIsThere } from './readBack.ts'

/** A client whose searches are answered so: with a status and a body for the parameters. */
function answering(answer: (params: Readonly<Record<string, unknown>>) => readonly [number, object]) {
  const asked: Readonly<Record<string, unknown>>[] = []
  return {
    asked,
    search: (params: Readonly<Record<string, unknown>>) => {
      asked.push(params)
      const [status, body] = answer(params)
      return Promise.resolve().then(() => ({
        answer: decodeSearch(readEnvelope(status, JSON.stringify(body))),
        leftOut: [],
        milliseconds: 1,
      }))
    },
  }
}

const records = (count: number) => Array.from({ length: count }, (_, at) => ({ n: at }))

describe('a table', () => {
  test('is there if its search is answered, and not if it is refused as unknown', async () => {
    const ckan = answering(({ resource_id: id }) =>
      id === 'made' ? [200, { records: [], fields: [{ id: '_id', type: 'int' }], total: 0 }] : [404, { error: {} }],
    )
    expect(await tableIsThere(ckan, 'made', 'other')).toBe(true)
    expect(await tableIsThere(ckan, 'not made', 'other')).toBe(false)
  })

  test('without fields and count is compared with one that can not be there', async () => {
    const strict = answering(({ resource_id: id }) => (id === 'made' ? [200, { records: [] }] : [400, { error: {} }]))
    expect(await tableIsThere(strict, 'made', 'other')).toBe(true)
    const lax = answering(() => [200, { records: [] }])
    await expect(tableIsThere(lax, 'made', 'other')).rejects.toBeInstanceOf(NotShownError)
  })

  test('is not called missing by a server that lets nobody in', async () => {
    await expect(
      tableIsThere(
        answering(() => [403, { error: {} }]),
        'made',
        'other',
      ),
    ).rejects.toThrow()
  })
})

describe('records', () => {
  test('are counted by the server, by the values that can be searched for', async () => {
    const counting = answering(() => [200, { records: [], total: 12 }])
    const values = [
      ['name', '"a"'],
      ['n', '1.50'],
      ['none', 'null'],
      ['data', '{"a": 1}'],
    ] as const
    expect(await countRecords(counting, 'r', values)).toBe(12)
    expect(counting.asked).toEqual([{ resource_id: 'r', filters: { name: 'a', n: '1.50' }, limit: 0 }])
  })

  test.each([
    [7, 7],
    [0, 0],
    // Servers cut their answers at such numbers.
    [50, null],
    [100, null],
  ])('are counted here if the server does not: %d are %j', async (there, count) => {
    const silent = answering(({ limit }) => [200, { records: records(Math.min(there, Number(limit))) }])
    expect(await countRecords(silent, 'r')).toBe(count)
  })
})

test('a record is changed if each value is as sent, or no longer as it was', async () => {
  const showing = (record: object) => answering(() => [200, { records: [{ _id: 7, ...record }] }])
  const sent = [
    ['n', '"1.50"'],
    ['name', '"new"'],
  ] as const
  const before = new Map([
    ['n', '1'],
    ['name', '"old"'],
  ])
  const seen = (record: object) => recordIsChanged(showing(record), 'r', '7', sent, before)
  expect(await seen({ n: 1.5, name: 'new' })).toBe(true)
  expect(await seen({ n: 1, name: 'old' })).toBe(false)
  expect(await seen({ n: 1, name: 'new' })).toBeNull()
  await expect(recordIsChanged(showing({}), 'r', '8', sent, before)).rejects.toBeInstanceOf(NotShownError)
})

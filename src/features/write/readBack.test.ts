import { describe, expect, test } from 'vitest'
import { unknownProfile } from '../../../e2e/support/unknownProfile.ts'
import { decodeSearch, decodeSql } from '../../protocol/answers.ts'
import { ActionError, readEnvelope } from '../../protocol/envelope.ts'
import { countRecords, NotShownError, recordIsChanged, tableIsThere } from './readBack.ts'

/** A client whose searches are answered so: with a status and a body for the parameters. */
function answering(answer: (params: Readonly<Record<string, unknown>>) => readonly [number, object]) {
  const asked: Readonly<Record<string, unknown>>[] = []
  return {
    asked,
    profile: unknownProfile(),
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

  test('is there if statements count its records, and not those of a table that can not be there', async () => {
    const lax = answering(() => [200, { records: [] }])
    const counting = (tables: readonly string[]) => ({
      ...lax,
      sql: (statement: string) => {
        const table = /FROM "(.*)"$/.exec(statement)?.[1] ?? ''
        return tables.includes(table)
          ? Promise.resolve({ answer: decodeSql('{"records": [{"total": 0}]}'), milliseconds: 1 })
          : Promise.reject(new ActionError({ kind: 'server', status: 500, message: 'no' }))
      },
    })
    expect(await tableIsThere(counting(['made']), 'made', 'other')).toBe(true)
    for (const tables of [[], ['made', 'other'], ['other']])
      await expect(tableIsThere(counting(tables), 'made', 'other')).rejects.toBeInstanceOf(NotShownError)
  })

  test('is compared where any table has a count of none, too', async () => {
    const lax = answering(() => [200, { records: [], total: 0 }])
    await expect(tableIsThere(lax, 'made', 'other')).rejects.toBeInstanceOf(NotShownError)
  })

  test('is there though the server refuses a limit of 0', async () => {
    const strict = answering(({ resource_id: id, limit }) =>
      limit === 0 ? [400, { error: { limit: ['no'] } }] : id === 'made' ? [200, { records: [] }] : [400, { error: {} }],
    )
    expect(await tableIsThere(strict, 'made', 'other')).toBe(true)
    expect(await tableIsThere(strict, 'not made', 'other')).toBe(false)
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

  /** A server that counts nothing and gives at most that many records, of a table of `all`. */
  const silent = (
    there: number,
    { most, all = there, pages = false }: { most: number; all?: number; pages?: boolean },
  ) =>
    answering(({ limit, offset, filters }) => {
      const from = pages ? Number(offset ?? 0) : 0
      return [
        200,
        { records: records(filters === undefined ? all : there).slice(from, from + Math.min(most, Number(limit))) },
      ]
    })
  const values = [['name', '"a"']] as const

  test('are counted here if the server does not, where another answer shows that it would give more', async () => {
    expect(await countRecords(silent(0, { most: 100 }), 'r')).toBe(0)
    for (const there of [7, 10, 50]) {
      expect(await countRecords(silent(there, { most: 60, all: 60 }), 'r', values)).toBe(there)
      expect(await countRecords(silent(there, { most: 60, pages: true }), 'r')).toBe(there)
      expect(await countRecords(silent(there, { most: 60 }), 'r')).toBeNull()
    }
  })

  test('are not counted by an answer that may have been cut, round number or not', async () => {
    expect(await countRecords(silent(40, { most: 7, all: 100 }), 'r', values)).toBeNull()
    expect(await countRecords(silent(40, { most: 7, pages: true }), 'r')).toBeNull()
    expect(await countRecords(silent(100, { most: 100, pages: true }), 'r')).toBeNull()
  })

  test('are not as many as the answer holds because its total says so', async () => {
    const perAnswer = answering(({ limit }) => {
      const given = records(Math.min(5, Number(limit)))
      return [200, { records: given, total: given.length }]
    })
    expect(await countRecords(perAnswer, 'r')).toBeNull()
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
  // What is sent may equal what was there, but for its form.
  expect(await recordIsChanged(showing({ n: 1 }), 'r', '7', [['n', '"1.0"']], before)).toBe(true)
  await expect(recordIsChanged(showing({}), 'r', '8', sent, before)).rejects.toBeInstanceOf(NotShownError)
})

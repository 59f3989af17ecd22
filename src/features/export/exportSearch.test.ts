import { describe, expect, test } from 'vitest'
import { surePlan } from '../../results/plan/plan.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { format } from '../../formats/csv/csvWriter.ts'
import { exportRows, exportSearch } from './exportSearch.ts'
import { never, refusal, tableHandler, type TableBehaviour } from '../../../e2e/support/tableHandler.ts'

const PAGES_REPEAT = { problem: { code: 'pagesRepeat' } }

const all = wholeTable('r')

let servers = 0

function exporting(behaviour: TableBehaviour, query: Query = all, controller = new AbortController()) {
  const server = tableHandler(behaviour)
  // A server of its own: what is known of one does not hold for another.
  const baseUrl = `http://export${(servers += 1)}`
  const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(server.handler, connection, { origin: baseUrl })
  const progress: [number, number | null][] = []
  const onProgress = (done: number, total: number | null) => progress.push([done, total])
  return {
    ...server,
    progress,
    done: exportSearch(surePlan(client, query), format, { signal: controller.signal, onProgress }),
  }
}

describe('exportSearch', () => {
  test('has every record that matches, regardless of the limit', async () => {
    const { done, asked, progress } = exporting({ rows: 25_000 }, { ...all, limit: 5 })
    const { blob, rows } = await done
    const lines = (await blob.text()).split('\r\n')
    expect(rows).toBe(25_000)
    expect(lines).toHaveLength(25_002)
    expect([lines[0], lines[1], lines[25_000], lines[25_001]]).toEqual([
      '_id,name',
      '1,record 1',
      '25000,record 25000',
      '',
    ])
    expect(asked).toEqual([
      { resource_id: 'r', limit: 10_000 },
      { resource_id: 'r', limit: 10_000, offset: 10_000, include_total: false },
      { resource_id: 'r', limit: 10_000, offset: 20_000 },
    ])
    expect(progress).toEqual([
      [10_000, 25_000],
      [20_000, 25_000],
      [25_000, 25_000],
    ])
  })

  test('has the columns that were chosen, in their order, though _id is read as well', async () => {
    const { handler } = tableHandler({ rows: 2 })
    const connection = { baseUrl: 'http://chosen', prefix: '/a', tokenHeader: 'Authorization', token: null }
    const client = createActionClient(handler, connection, { origin: 'http://chosen' })
    const options = { signal: new AbortController().signal, onProgress: () => undefined }
    const file = await exportSearch(surePlan(client, { ...all, columns: ['_id', 'name'] }), format, options, Infinity, [
      'name',
    ])
    expect(await file.blob.text()).toBe('name\r\nrecord 1\r\nrecord 2\r\n')
    const fields = ['_id', 'a', 'b'].map((id) => ({ id, type: 'text' }))
    const { blob } = await exportRows(format, fields, [['1', '"x"', '"y"']], ['b', 'a'])
    expect(await blob.text()).toBe('b,a\r\ny,x\r\n')
  })

  test('an empty table is its header', async () => {
    const { blob, rows } = await exporting({ rows: 0 }).done
    expect([await blob.text(), rows]).toEqual(['_id,name\r\n', 0])
  })

  test.each([
    { rows: 95, cap: 10 },
    { rows: 100, cap: 10 },
    { rows: 95, cap: 10, omits: ['total'] as const },
    { rows: 100, cap: 10, omits: ['total'] as const },
    { rows: 95, cap: 10, omits: ['limit'] as const },
    { rows: 95, cap: 10, omits: ['limit', 'total'] as const },
    { rows: 100, cap: 10, omits: ['limit', 'total'] as const },
  ])('works with a server that lowers the limit: %o', async (behaviour) => {
    const { blob, rows } = await exporting(behaviour).done
    const ids = (await blob.text())
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    expect(rows).toBe(behaviour.rows)
    expect(ids).toEqual(Array.from({ length: behaviour.rows }, (_, place) => String(place + 1)))
  })

  test('has a column for a member that only later records have, if the server names no fields', async () => {
    const records = [{ a: 1 }, { a: 2 }, { b: 'x', a: 3 }]
    const instead = ({ offset }: Record<string, unknown>) =>
      Response.json({ success: true, limit: 2, records: records.slice(Number(offset ?? 0), Number(offset ?? 0) + 2) })
    const { blob, rows } = await exporting({ rows: 0, instead }).done
    expect([await blob.text(), rows]).toEqual(['a,b\r\n1,\r\n2,\r\n3,x\r\n', 3])
  })

  test('a search without sort is read by _id, any sort ends with it', async () => {
    const search = exporting({ rows: 3 }, { ...all, search: 'x' })
    await search.done
    expect(search.asked[0]).toMatchObject({ q: 'x', sort: ['_id asc'] })
    const sorted = exporting({ rows: 3 }, { ...all, search: 'x', sort: [{ field: 'name', descending: true }] })
    await sorted.done
    expect(sorted.asked[0]).toMatchObject({ sort: ['name desc nulls last', '_id asc'] })
  })

  test('fails when the table grows or shrinks meanwhile', async () => {
    for (const later of [25_001, 24_999, 15_000]) {
      const behaviour: TableBehaviour = {
        rows: 25_000,
        instead(params) {
          if (params['offset'] !== undefined) this.rows = later
          return undefined
        },
      }
      await expect(exporting(behaviour).done).rejects.toMatchObject({
        problem: { code: 'tableChanged', before: 25_000 },
      })
    }
  })

  test('has what came from a server that gives no further pages, and why there is no more', async () => {
    const behaviour = { rows: 95, cap: 10, ignoresOffset: true, hasNoSql: true }
    for (const played of [behaviour, { ...behaviour, omits: ['total' as const] }]) {
      const { rows, isProven, stoppedBy } = await exporting(played).done
      expect([rows, isProven]).toEqual([10, false])
      expect(stoppedBy).toMatchObject(PAGES_REPEAT)
    }
  })

  test('fails with the error of a later page', async () => {
    const instead = (params: Record<string, unknown>) =>
      params['offset'] === undefined ? undefined : refusal(500, { __type: 'Internal Server Error', message: 'broken' })
    await expect(exporting({ rows: 25_000, instead }).done).rejects.toThrow('broken')
  })

  test('stops when cancelled, even while a page is loading', async () => {
    const controller = new AbortController()
    const instead = (params: Record<string, unknown>) => {
      if (params['offset'] === undefined) return undefined
      queueMicrotask(() => controller.abort())
      return never
    }
    await expect(exporting({ rows: 25_000, instead }, all, controller).done).rejects.toMatchObject({
      name: 'AbortError',
    })
    await expect(exporting({ rows: 5 }, all, controller).done).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('rows that are already here are written with their header', async () => {
  const { blob } = await exportRows(format, [{ id: 'a', type: 'int4' }], [['1'], ['null']])
  expect([await blob.text(), blob.type]).toEqual(['a\r\n1\r\n\r\n', 'text/csv;charset=utf-8'])
})

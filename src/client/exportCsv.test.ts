import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuerySpec } from '../protocol/querySpec.ts'
import { createActionClient } from './actionClient.ts'
import { csvOf, exportCsv } from './exportCsv.ts'
import { never, refusal, tableHandler, type TableBehaviour } from './tableHandler.ts'

const all: QuerySpec = { resource: 'r', search: '', filters: [], sort: [], limit: null }

function exporting(behaviour: TableBehaviour, spec: QuerySpec = all, controller = new AbortController()) {
  const server = tableHandler(behaviour)
  const connection = { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(server.handler, connection, { origin: 'http://s' })
  const progress: [number, number | null][] = []
  const onProgress = (done: number, total: number | null) => progress.push([done, total])
  return { ...server, progress, done: exportCsv(client, spec, { signal: controller.signal, onProgress }) }
}

describe('csvOf', () => {
  const fields = (...ids: string[]) => ids.map((id) => ({ id, type: 'text' }))

  test('writes exact values; null is nothing, the empty text is quoted', () => {
    const rows = [
      ['9007199254740993', '1.50', 'true', 'null', '""', undefined],
      ['-0', '{"a": 1.0}', '["x", "y"]', '"null"', '" b "', '"é\\n\\"q\\", c"'],
    ]
    expect(csvOf(fields('a', 'b,c', 'd"e', 'f', 'g', 'h'), rows)).toBe(
      'a,"b,c","d""e",f,g,h\r\n' +
        '9007199254740993,1.50,true,,"",\r\n' +
        '-0,"{""a"": 1.0}","[""x"", ""y""]",null, b ,"é\n""q"", c"\r\n',
    )
  })

  test('in a json column a string keeps its quotes', () => {
    const json = [
      { id: 'j', type: 'json' },
      { id: 't', type: 'text' },
    ]
    expect(
      csvOf(json, [
        ['"1"', '"1"'],
        ['1', '"1"'],
        ['""', '""'],
        ['null', 'null'],
      ]),
    ).toBe('j,t\r\n"""1""",1\r\n1,1\r\n"""""",""\r\n,\r\n')
  })

  test('without rows it is the header', () => {
    expect(csvOf(fields('a', ''), [])).toBe('a,\r\n')
  })

  test('a reader of RFC 4180 gets the same texts back', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 })), (texts) => {
        const csv = csvOf(
          fields('a', 'b'),
          texts.map((row) => row.map((text) => JSON.stringify(text))),
        )
        expect(readCsv(csv).slice(1)).toEqual(texts)
      }),
    )
  })
})

describe('exportCsv', () => {
  test('holds every record that matches, whatever the limit', async () => {
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
    const ids = readCsv(await blob.text())
      .slice(1)
      .map(([id]) => id)
    expect(rows).toBe(behaviour.rows)
    expect(ids).toEqual(Array.from({ length: behaviour.rows }, (_, place) => String(place + 1)))
  })

  test('has a column for a member that only later records have, where the server names no fields', async () => {
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

  test('fails when the table grew or shrank meanwhile', async () => {
    for (const later of [25_001, 24_999, 15_000]) {
      const behaviour: TableBehaviour = {
        rows: 25_000,
        instead(params) {
          if (params['offset'] !== undefined) this.rows = later
          return undefined
        },
      }
      // oxlint-disable-next-line no-await-in-loop -- one case after the other
      await expect(exporting(behaviour).done).rejects.toThrow(
        /The table changed while it was read: 25,000 records at first/,
      )
    }
  })

  test('fails when the server ignores offset', async () => {
    const behaviour = { rows: 95, cap: 10, ignoresOffset: true, hasNoSql: true }
    await expect(exporting(behaviour).done).rejects.toThrow('gives the same records again')
    await expect(exporting({ ...behaviour, omits: ['total'] }).done).rejects.toThrow('gives the same records again')
  })

  test('fails with the refusal of a later page', async () => {
    const instead = (params: Record<string, unknown>) =>
      params['offset'] === undefined ? undefined : refusal(500, { __type: 'Internal Server Error', message: 'broken' })
    await expect(exporting({ rows: 25_000, instead }).done).rejects.toThrow('broken')
  })

  test('stops when cancelled, also while a page is on its way', async () => {
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

/** A reader of RFC 4180 with CRLF. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < csv.length;) {
    let cell = ''
    if (csv[at] === '"') {
      for (at += 1; csv[at] !== '"' || csv[at + 1] === '"'; at += 1) {
        if (csv[at] === '"') at += 1
        cell += csv[at]
      }
      at += 1
    } else while (csv[at] !== ',' && !csv.startsWith('\r\n', at)) cell += csv[at++]
    row.push(cell)
    if (csv[at] === ',') at += 1
    else {
      rows.push(row)
      row = []
      at += 2
    }
  }
  return rows
}

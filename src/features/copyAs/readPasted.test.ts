import { describe, expect, test } from 'vitest'
import { readPasted } from './readPasted.ts'

const fields = [
  { id: '_id', type: 'int4' },
  { id: 'stage', type: 'text' },
]
const read = (text: string) => readPasted(text, () => Promise.resolve(fields))

describe('what people paste', () => {
  test.each([
    "select * from r where stage = 'active'",
    "  -- the active ones\nSELECT * FROM r WHERE 'active' = stage;\n",
    '{"resource_id": "r", "filters": {"stage": "active"}, "limit": 32000}',
    `{"sql": "SELECT _id, stage FROM r WHERE stage = 'active' ORDER BY _id"}`,
    `https://x.org/api/3/action/datastore_search?resource_id=r&limit=32000&filters=${encodeURIComponent('{"stage":"active"}')}`,
    `https://x.org/api/3/action/datastore_search_sql?sql=${encodeURIComponent(`SELECT * from r where stage = 'active'`)}`,
  ])('%s', async (text) => {
    expect(await read(text)).toMatchObject({
      kind: 'query',
      query: {
        resource: 'r',
        columns: null,
        limit: null,
        where: { all: [{ field: 'stage', op: 'is', values: ['active'] }] },
      },
    })
  })

  test('a link of Rowan is the view that it shows', async () => {
    const found = await read('https://data.example.org/rowan/#v=1&table=r&filter=%5B%22stage%22,%22active%22%5D')
    expect(found).toMatchObject({ kind: 'view', view: { resource: 'r', mode: 'filter' } })
  })

  test('a statement that does not fit is still a statement; other text is nothing', async () => {
    expect(await read('select count(*) from r')).toEqual({
      kind: 'statement',
      sql: 'select count(*) from r',
      misfit: { code: 'aggregate', detail: 'count' },
    })
    expect(await read('select * frm r')).toMatchObject({ kind: 'statement', misfit: { code: 'syntax' } })
    for (const text of ['', 'hello', '[1]', '{"sql": 1}', 'https://x.org/'])
      expect(await read(text)).toMatchObject({ kind: 'misfit' })
  })
})

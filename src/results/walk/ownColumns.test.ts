import { describe, expect, test } from 'vitest'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { refusal, tableHandler } from '../../../e2e/support/tableHandler.ts'
import { wholeTable } from '../../query/query.ts'
import { surePlan } from '../plan/plan.ts'
import { losesRank, missingColumns, searchOwnColumns } from './ownColumns.ts'

let servers = 0

/** A client of a server that answers so, and the names of the columns that a search brings. */
function served(answer: (params: Record<string, unknown>) => object | Response) {
  const server = tableHandler({
    rows: 0,
    instead: (params) => {
      const result = answer(params)
      return result instanceof Response ? result : Response.json({ success: true, result })
    },
  })
  servers += 1
  const connection = { baseUrl: `http://own${servers}`, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(server.handler, connection, { origin: connection.baseUrl })
  const names = async (params: object) => {
    const { answer: page } = await searchOwnColumns(client, { resource_id: 'r', limit: 2, ...params }, {})
    return page.fields.map(({ id }) => id)
  }
  return { client, names, asked: server.asked }
}

describe('the rank of a search', () => {
  const records = ({ q }: Record<string, unknown>) => [
    { _id: 1, name: 'a', ...(q === undefined ? {} : { rank: 0.06 }) },
  ]

  test('is told from the columns of the table once these are known', async () => {
    const { names } = served((params) => ({ records: records(params) }))
    // A server that names no fields, searched first: nothing tells the rank apart.
    expect(await names({ q: 'a' })).toEqual(['_id', 'name', 'rank'])
    expect(await names({})).toEqual(['_id', 'name'])
    expect(await names({ q: 'a' })).toEqual(['_id', 'name'])
  })

  test('is told from columns that were named', async () => {
    const { names } = served((params) => ({ records: records(params) }))
    expect(await names({ q: 'a', fields: ['_id', 'name'] })).toEqual(['_id', 'name'])
    expect(await names({ q: 'a', fields: ['_id', 'name', 'rank'] })).toEqual(['_id', 'name', 'rank'])
  })

  test("is not mixed up with the table's own column of that name", async () => {
    const { names } = served(() => ({ records: [{ _id: 1, rank: 'colonel' }] }))
    expect(await names({})).toEqual(['_id', 'rank'])
    expect(await names({ q: 'a' })).toEqual(['_id', 'rank'])
  })
})

describe("a table's own column `rank`, in whose place CKAN sends the score of a search", () => {
  const own = ['_id', 'rank', 'title'].map((id) => ({ id, type: id === 'rank' ? 'float8' : 'text' }))
  const ofCkan = ({ q, fields, limit }: Record<string, unknown>) => {
    const shown = own.filter(({ id }) => fields === undefined || [fields].flat().includes(id))
    const record = { _id: '1', rank: q === undefined ? 0.25 : 0.057308756, title: 'title 1' }
    return {
      records_format: 'objects',
      fields: shown.map((field) => (field.id === 'rank' && q !== undefined ? { ...field, type: 'float' } : field)),
      records:
        limit === 0
          ? []
          : [Object.fromEntries(Object.entries(record).filter(([name]) => shown.some(({ id }) => id === name)))],
    }
  }

  test.each<[string, Record<string, unknown>, number]>([
    ['all columns', {}, 2],
    ['named ones', { fields: ['_id', 'rank'] }, 2],
    ['others', { fields: ['_id', 'title'] }, 1],
  ])('is blank and keeps its type: %s', async (_name, params, requests) => {
    const { client, asked } = served(ofCkan)
    const { answer } = await searchOwnColumns(client, { resource_id: 'r', limit: 2, q: 'title', ...params }, {})
    const hasRank = requests === 2
    expect(answer.fields.find(({ id }) => id === 'rank')).toEqual(hasRank ? own[1] : undefined)
    expect(answer.rows[0]?.[1]).toBe(hasRank ? undefined : '"title 1"')
    expect(losesRank(client, 'r')).toBe(hasRank)
    expect(asked).toHaveLength(requests)
  })

  test('is blank as the last column, too, where it looks like one that was added', async () => {
    const last = [own[0], own[2], own[1]].flatMap((field) => field ?? [])
    const { client } = served(({ q }) => ({
      records_format: 'objects',
      fields: last.map((field) => (field.id === 'rank' && q !== undefined ? { ...field, type: 'float' } : field)),
      records: [{ _id: '1', title: 'title 1', rank: 0.05 }],
    }))
    const { answer } = await searchOwnColumns(client, { resource_id: 'r', limit: 2, q: 'title' }, {})
    expect(answer.fields).toEqual(last)
    expect(answer.rows).toEqual([['"1"', '"title 1"', undefined]])
  })

  test('keeps its values in a search without words', async () => {
    const { client } = served(ofCkan)
    const { answer } = await searchOwnColumns(client, { resource_id: 'r', limit: 2 }, {})
    expect(answer.rows).toEqual([['"1"', '0.25', '"title 1"']])
  })

  test('is read by SQL where there is SQL', async () => {
    const { client, asked } = served((params) =>
      params['sql'] === undefined
        ? ofCkan(params)
        : { fields: own, records: [{ _id: '1', rank: 0.25, title: 'title 1' }] },
    )
    client.profile.learn('asked', { sql: 'on' })
    const query = { ...wholeTable('r'), search: 'title' }
    const { answer } = await surePlan(client, query).page({ offset: 0, limit: 2 }, false).ask({})
    expect(answer.rows).toEqual([['"1"', '0.25', '"title 1"']])
    expect(String(asked.at(-1)?.['sql'])).toContain(`"_full_text" @@ plainto_tsquery('english', 'title')`)
  })
})

describe('a column j', () => {
  const FIELDS = ['_id', 'j', 'k'].map((id) => ({ id, type: 'text' }))

  /** As CKAN up to 2.11: in place of records the values of `j`, where that is asked for. */
  const ofCkan =
    (values: readonly unknown[]) =>
    ({ fields, limit }: Record<string, unknown>) => {
      const asked = fields === undefined ? FIELDS : FIELDS.filter(({ id }) => [fields].flat().includes(id))
      const hasJ = asked.some(({ id }) => id === 'j')
      const rows = hasJ ? values : values.map((_, at) => ({ _id: at + 1, k: 'x' }))
      return { fields: asked, records: rows.slice(0, Number(limit)), total: values.length }
    }

  test.each([
    ['text', ['a', 'b']],
    ['nothing', [null, null]],
    ['objects', [{ a: 1 }, { b: 2 }]],
  ])('of %s is left out, and the other columns are named from then on', async (_name, values) => {
    const { client, names, asked } = served(ofCkan(values))
    expect(await names({})).toEqual(['_id', 'k'])
    expect(missingColumns(client, 'r')).toEqual(['j'])
    expect(missingColumns(client, 'another')).toEqual([])
    expect(asked).toHaveLength(3)
    expect(await names({ fields: ['j', 'k'] })).toEqual(['k'])
    expect(asked).toHaveLength(4)
  })

  test('that a server can send stays', async () => {
    const { client, names } = served(() => ({ fields: FIELDS, records: [{ _id: 1, j: 'a', k: 'x' }] }))
    expect(await names({})).toEqual(['_id', 'j', 'k'])
    expect(missingColumns(client, 'r')).toEqual([])
  })

  test('is no excuse for records that are none for another reason', async () => {
    const others = FIELDS.filter(({ id }) => id !== 'j')
    const { names } = served(({ limit }) => ({ fields: others, records: limit === '0' ? [] : [1, 2] }))
    await expect(names({})).rejects.toMatchObject({ problem: { code: 'notRecords' } })
    const refused = served(() => refusal(409, { __type: 'Validation Error', q: ['invalid'] }))
    refused.client.profile.learn('noticed', { isLikeCkan: true })
    await expect(refused.names({})).rejects.toMatchObject({ status: 409 })
    expect(refused.asked).toHaveLength(1)
  })
})

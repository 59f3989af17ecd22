import { describe, expect, test } from 'vitest'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { refusal, tableHandler } from '../../../e2e/support/tableHandler.ts'
import { lacksColumnJ, searchOwnColumns } from './ownColumns.ts'

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
    expect(lacksColumnJ(client, 'r')).toBe(true)
    expect(lacksColumnJ(client, 'another')).toBe(false)
    expect(asked).toHaveLength(3)
    expect(await names({ fields: ['j', 'k'] })).toEqual(['k'])
    expect(asked).toHaveLength(4)
  })

  test('that a server can send stays', async () => {
    const { client, names } = served(() => ({ fields: FIELDS, records: [{ _id: 1, j: 'a', k: 'x' }] }))
    expect(await names({})).toEqual(['_id', 'j', 'k'])
    expect(lacksColumnJ(client, 'r')).toBe(false)
  })

  test('is no excuse for records that are none for another reason', async () => {
    const others = FIELDS.filter(({ id }) => id !== 'j')
    const { names } = served(({ limit }) => ({ fields: others, records: limit === '0' ? [] : [1, 2] }))
    await expect(names({})).rejects.toMatchObject({ problem: { code: 'answerBroken' } })
    const refused = served(() => refusal(409, { __type: 'Validation Error', q: ['invalid'] }))
    await expect(refused.names({})).rejects.toMatchObject({ status: 409 })
    expect(refused.asked).toHaveLength(1)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCopiedEveryType, type CopiedEveryType } from '../../e2e/support/copiedEveryType.ts'
import { HAND_WRITTEN } from '../../e2e/support/handWritten.ts'
import { distributionOf } from '../columnar/distribution.ts'
import { canTell, maskOf } from '../columnar/mask.ts'
import type { Column, Columns } from '../columnar/columns.ts'
import { columnReader } from '../columnar/copyReader.ts'
import { columnsOfRows } from '../columnar/columnsOfRows.ts'
import { profileOf } from '../columnar/profile.ts'
import { readCopy } from '../columnar/readCopy.ts'
import { createHeldColumns } from '../mirror/heldColumns.ts'
import type { CopyColumns } from '../protocol/copyMessages.ts'
import type { Field } from '../protocol/field.ts'
import { wholeTable } from '../query/query.ts'
import { figuresOf } from './figuresOf.ts'

const ALL = { kind: 'all' } as const

let copied: CopiedEveryType
let fields: readonly Field[]
let fromRows: Columns
let fromCopy: Columns

beforeAll(async () => {
  copied = await openCopiedEveryType()
  const { answer } = await copied.client.sql(`SELECT * FROM "${copied.id}"`)
  fields = answer.fields
  fromRows = columnsOfRows(fields, answer.rows)
  fromCopy = await read({ columns: fields.map(({ id }) => id), condition: null })
}, 300_000)

afterAll(() => copied.drop())

const ask = (asked: Omit<CopyColumns, 'id'>) => copied.columns(asked)

/** Reads the copy a few blocks at a time. */
async function read(asked: Pick<CopyColumns, 'columns' | 'condition'>): Promise<Columns> {
  const first = await ask({ ...asked, fromBlock: 0, blocks: 2 })
  const types: readonly string[] = JSON.parse(first.headers.get('x-rowan-types') ?? '[]')
  const names = [...asked.columns, ...(asked.condition === null ? [] : ['?'])]
  const readers = names.map((id, at) =>
    columnReader(fields.find((field) => field.id === id) ?? { id, type: 'bool' }, types[at] ?? 'text'),
  )
  let records = 0
  for (let block = 0; block < Number(first.headers.get('x-rowan-blocks')); block += 2) {
    const piece = await ask({ ...asked, fromBlock: block, blocks: 2 })
    records += readCopy(new Uint8Array(await piece.arrayBuffer()), readers)
  }
  const of = new Map<string, Column>(
    names
      .flatMap((name, at) => [[name, readers[at]?.column()] as const])
      .flatMap(([name, column]) => (column === undefined ? [] : [[name, column] as const])),
  )
  return { records, of }
}

const comparable = (field: Field) => !['interval', 'json', 'jsonb', 'bpchar'].includes(field.type)

describe('columns that come from a copy by binary COPY', () => {
  test('are those that come from its rows as JSON', () => {
    expect(fromCopy.records).toBe(fromRows.records)
    for (const field of fields.filter(comparable)) {
      expect(distributionOf(fromCopy, null, field.id, ALL), field.id).toEqual(
        distributionOf(fromRows, null, field.id, ALL),
      )
      expect(profileOf(fromCopy, null, field.id, ALL), field.id).toEqual(profileOf(fromRows, null, field.id, ALL))
    }
  })

  test('count NaN and infinity as SQL does, and the rows at hand', async () => {
    const bySql = figuresOf({ client: copied.client, query: wholeTable(copied.id), fields, answer: null })
    for (const id of ['f4', 'f8', 'num', 'd', 'ts', 'tz']) {
      const field = fields.find((each) => each.id === id) ?? { id, type: 'text' }
      const { nan, infinite, infiniteBelow, min, max, negative, farOut, missing } = await bySql.profile(field)
      const expected = [nan, infinite, infiniteBelow, min, max, negative, farOut?.count, farOut?.countBelow]
      expect([missing, [min, max].some((end) => end?.includes('NaN'))], id).toEqual([[], false])
      for (const columns of [fromCopy, fromRows]) {
        const profile = profileOf(columns, null, id, ALL)
        const { farOut: far, ...of } = profile
        const told = [of.nan, of.infinite, of.infiniteBelow, of.min, of.max, of.negative, far?.count, far?.countBelow]
        expect(told, id).toEqual(expected)
      }
      if (id === 'num') continue
      expect(infinite, id).toBeGreaterThan(0)
      expect(/infinity/i.test(`${min} ${max}`), id).toBe(true)
    }
  })

  test('tell the same records by every condition', () => {
    for (const { condition } of HAND_WRITTEN.filter((each) => canTell(each.condition, fields)))
      expect(maskOf(fromCopy, condition)?.flags, JSON.stringify(condition)).toEqual(maskOf(fromRows, condition)?.flags)
  })

  test('a condition that only the database knows comes as a column of truth', async () => {
    const { of } = await read({
      columns: ['_id'],
      condition: `to_tsvector('english', t) @@ to_tsquery('english', 'river')`,
    })
    const truth = of.get('?')
    const rows = await copied.rowsOf(
      `select count(*)::int as n from datastore."${copied.id}" where to_tsvector('english', t) @@ to_tsquery('english', 'river')`,
    )
    const isTrue = truth?.values.kind === 'numbers' ? truth.values.at.indexOf(1) + 1 : 0
    expect(truth?.codes.filter((code) => code === isTrue).length).toBe(rows[0]?.['n'])
  })

  test('what the database refuses is refused, and nothing is changed by a condition', async () => {
    await expect(ask({ columns: ['nothing'], condition: null, fromBlock: 0, blocks: 1 })).rejects.toThrow('nothing')
    const drop = `(select true from pg_catalog.pg_class limit 1)) to '/dev/null'; drop table datastore."${copied.id}"; --`
    await expect(ask({ columns: ['_id'], condition: drop, fromBlock: 0, blocks: 1 })).rejects.toThrow()
    expect(await copied.rowsOf(`select 1 from datastore."${copied.id}" limit 1`)).toHaveLength(1)
  })

  test('are held, asked and left in the worker', async () => {
    const held = createHeldColumns()
    const wanted = fields.filter(({ id }) => ['i4', 't', 'd'].includes(id))
    const answer = await ask({
      columns: wanted.map(({ id }) => id),
      condition: 't is null',
      fromBlock: 0,
      blocks: 1000,
    })
    const types: readonly string[] = JSON.parse(answer.headers.get('x-rowan-types') ?? '[]')
    held({ kind: 'begin', copy: 'c', fields: [...wanted, { id: '?', type: 'bool' }], types })
    held({ kind: 'piece', copy: 'c', bytes: new Uint8Array(await answer.arrayBuffer()) })
    expect(held({ kind: 'end', copy: 'c' })).toHaveLength(4)
    const question = { kind: 'distribution', field: 'i4', like: undefined } as const
    const where = { id: '', field: 't', op: 'isNull', values: [] }
    const told = held({ kind: 'ask', copy: 'c', mask: { kind: 'told', name: '?' }, question })
    expect(held({ kind: 'ask', copy: 'c', mask: { kind: 'where', where }, question })).toEqual(told)
    expect(told).toMatchObject({ coverage: ALL })
    held({ kind: 'drop', copy: 'c', columns: ['i4'] })
    expect(() => held({ kind: 'ask', copy: 'c', mask: { kind: 'all' }, question })).toThrow('i4')
  })
})

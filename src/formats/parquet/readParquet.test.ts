import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { readTable } from '../readTable.ts'
import { recordsOf } from '../tableRecords.ts'

const { signal } = new AbortController()

async function read(bytes: ArrayBuffer) {
  const table = await readTable(new File([bytes], 'x.parquet'), { signal, onProgress: () => undefined })
  const columns = table.columns.map(({ name, guess }) => ({ name, type: guess }))
  const sent: string[] = []
  for await (const each of recordsOf(table, columns, { key: null, signal }))
    sent.push('json' in each ? each.json : `set aside ${JSON.stringify(each)}`)
  return { table, types: columns.map(({ name, type }) => `${name}: ${type}`), sent }
}

test('whole numbers, decimals and times keep all their digits, and the types are those of the file', async () => {
  const { types, sent } = await read(
    parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 8 },
        { name: 'big', type: 'INT64', repetition_type: 'OPTIONAL' },
        {
          name: 'price',
          type: 'INT64',
          converted_type: 'DECIMAL',
          scale: 2,
          precision: 18,
          repetition_type: 'OPTIONAL',
        },
        {
          name: 'at',
          type: 'INT64',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' },
          repetition_type: 'OPTIONAL',
        },
        { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
        { name: 'code', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'ok', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
        { name: 'small', type: 'FLOAT', repetition_type: 'OPTIONAL' },
        { name: 'half', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      ],
      columnData: [
        { name: 'big', data: [9_007_199_254_740_993n, null, -1n] },
        { name: 'price', data: [123_456_789_012_345.5, null, -0.05] },
        { name: 'at', data: [1_700_000_000_123_456n, null, -1n] },
        { name: 'day', data: [new Date('2024-01-31'), null, new Date('1899-12-31')] },
        { name: 'code', data: ['00123', null, 'ü"\n'] },
        { name: 'ok', data: [true, null, false] },
        { name: 'small', data: [Math.fround(0.1), null, 3] },
        { name: 'half', data: [0.1, null, 1e21] },
      ],
    }),
  )
  expect(types).toEqual([
    'big: int8',
    'price: numeric',
    'at: timestamp',
    'day: date',
    'code: text',
    'ok: bool',
    'small: numeric',
    'half: numeric',
  ])
  expect(sent).toEqual([
    '{"big":9007199254740993,"price":"123456789012345.50","at":"2023-11-14 22:13:20.123456","day":"2024-01-31","code":"00123","ok":true,"small":"0.1","half":"0.1"}',
    '{"big":null,"price":null,"at":null,"day":null,"code":null,"ok":null,"small":null,"half":null}',
    '{"big":-1,"price":"-0.05","at":"1969-12-31 23:59:59.999999","day":"1899-12-31","code":"ü\\"\\n","ok":false,"small":"3","half":"1000000000000000000000"}',
  ])
})

test('values that are no finite numbers are told', async () => {
  const { table, types } = await read(
    parquetWriteBuffer({ columnData: [{ name: 'n', data: [1.5, Number.NaN], type: 'DOUBLE' }] }),
  )
  expect([types, table.findings.notes.map(({ code, found }) => [code, found.count])]).toEqual([
    ['n: text'],
    [['notFinite', 1]],
  ])
})

test('a damaged file is refused by name', async () => {
  const bytes = new TextEncoder().encode('PAR1 this is none PAR1').buffer
  await expect(read(bytes)).rejects.toMatchObject({ problem: { code: 'parquetUnreadable' } })
})

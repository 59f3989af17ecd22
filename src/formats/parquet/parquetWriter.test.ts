import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet'
import { expect, test } from 'vitest'
import { daysOf } from '../../protocol/calendar.ts'
import { fieldKind } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain } from '../../protocol/jsonText.ts'
import { TRAP_FIELDS, TRAP_ROWS, writtenTraps } from '../../../e2e/support/exportTraps.ts'
import { format } from './parquetWriter.ts'

async function readBack(blob: Blob) {
  const file = await blob.arrayBuffer()
  const rows = await parquetReadObjects({ file })
  const [, ...schema] = parquetMetadata(file).schema
  return { rows, types: Object.fromEntries(schema.map((element) => [element.name, typeOf(element)])) }
}

function typeOf({ type, converted_type, logical_type, precision, scale }: SchemaElement): string {
  const size = precision === undefined ? '' : `(${precision},${scale ?? 0})`
  return `${logical_type?.type ?? converted_type ?? type ?? ''}${size}`
}

const plain = (value: string | undefined) =>
  value === undefined || jsonKind(value) === 'null' ? null : jsonToPlain(value)

test('a Parquet file has every value; a column that no type holds is text, which is counted', async () => {
  const { blob, guarded } = await writtenTraps(format)
  const { rows, types } = await readBack(blob)
  expect(types).toMatchObject({
    i: 'INT32',
    big: 'INT64',
    n: 'UTF8',
    f: 'DOUBLE',
    is: 'BOOLEAN',
    d: 'UTF8',
    ts: 'UTF8',
  })
  expect(types).toMatchObject({ tz: 'TIMESTAMP', j: 'UTF8', list: 'UTF8', text: 'UTF8' })
  for (const [at, { id, type }] of TRAP_FIELDS.entries()) {
    const got = rows.map((row): unknown => row[id])
    const sent = TRAP_ROWS.map((row) => row[at])
    if (type === 'int8') expect(got).toEqual(sent.map((value) => (value === 'null' ? null : BigInt(value ?? ''))))
    else if (types[id] === 'UTF8' && fieldKind(type) === 'json')
      expect(got).toEqual(sent.map((value) => (value === 'null' ? null : value)))
    else if (types[id] === 'UTF8') expect(got).toEqual(sent.map((value) => plain(value)))
  }
  expect(rows.map(({ f }): unknown => f).slice(0, 5)).toEqual([0.1, -0, Number.NaN, Infinity, 1e-7])
  expect(rows.map(({ is }): unknown => is).slice(0, 3)).toEqual([true, false, null])
  expect(guarded).toEqual([
    { kind: 'numbersAsText', count: 5, columns: ['n'] },
    { kind: 'timesAsText', count: 10, columns: ['d', 'ts'] },
  ])
})

test('decimals have all their digits, days before Christ and microseconds are what they are', async () => {
  const fields = ['numeric', 'date', 'timestamp', 'timestamptz'].map((type) => ({ id: type, type }))
  const rows = [
    [
      '12345678901234567.12345678901234567890',
      '"0044-03-15 BC"',
      '"0001-01-01T00:00:00"',
      '"1969-12-31T23:59:59.999999+00:00"',
    ],
    ['-0.5', '"9999-12-31"', '"2024-02-29T12:34:56.123456"', '"2024-02-29T12:00:00+02:00"'],
    ['1e3', 'null', 'null', 'null'],
  ]
  const { blob, guarded } = await writtenTraps(format, { fields, rows })
  const file = await blob.arrayBuffer()
  expect((await readBack(blob)).types).toMatchObject({
    numeric: 'DECIMAL(37,20)',
    date: 'DATE',
    timestamp: 'TIMESTAMP',
  })
  expect(guarded).toEqual([])
  // Without what the values mean, they are the numbers and bytes that the file has: a decimal has more digits than a number.
  const metadata = parquetMetadata(file)
  const schema = metadata.schema.map(({ converted_type: _type, logical_type: _logical, ...element }) => element)
  const raw = await parquetReadObjects({ file, metadata: { ...metadata, schema } })
  expect(raw.map(({ date }): unknown => date)).toEqual([daysOf(-43, 3, 15), daysOf(9999, 12, 31), null])
  expect(raw.map(({ timestamp }): unknown => timestamp)).toEqual([
    -62_135_596_800_000_000n,
    1_709_210_096_123_456n,
    null,
  ])
  expect(raw.map(({ timestamptz }): unknown => timestamptz)).toEqual([-1n, 1_709_200_800_000_000n, null])
  const unscaled = raw.map(({ numeric }) => BigInt.asIntN(128, BigInt(`0x${hexOf(numeric)}`)))
  const one = 10n ** 20n
  expect(unscaled).toEqual([1234567890123456712345678901234567890n, -one / 2n, 1000n * one])
})

function hexOf(bytes: unknown): string {
  const all = bytes instanceof Uint8Array ? [...bytes] : []
  return all.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

test('many rows, several pieces, and none', async () => {
  const fields = [{ id: '_id', type: 'int4' }]
  const many = Array.from({ length: 45_000 }, (_, at) => [String(at)])
  const { rows } = await readBack((await writtenTraps(format, { fields, rows: many })).blob)
  expect(rows.map(({ _id }): unknown => _id)).toEqual(many.map(([id]) => Number(id)))
  const none = await readBack((await writtenTraps(format, { fields, rows: [] })).blob)
  expect(none).toEqual({ rows: [], types: { _id: 'INT32' } })
})

import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { TRAP_FIELDS, writtenTraps } from '../../../e2e/support/exportTraps.ts'
import { format } from './xlsxWriter.ts'

async function readBack(blob: Blob) {
  const { sheets } = await readXlsx(new Uint8Array(await blob.arrayBuffer()))
  return sheets.map(({ name, rows }) => ({ name, rows }))
}

const day = (text: string) => new Date(`${text}Z`)

test('a workbook has numbers and days as such, and as text what Excel would change', async () => {
  const { blob, guarded } = await writtenTraps(format)
  const [sheet] = await readBack(blob)
  const rows = sheet?.rows ?? []
  const [names, ...records] = rows
  expect(names).toEqual(TRAP_FIELDS.map(({ id }) => id))
  const column = (id: string) =>
    records.slice(0, 5).map((row) => row[TRAP_FIELDS.findIndex((field) => field.id === id)])
  expect(column('i')).toEqual([1, -2147483648, 0, 7, 42])
  expect(column('big')).toEqual([
    '9223372036854775807',
    '-9223372036854775808',
    '9007199254740993',
    '9007199254740991',
    0,
  ])
  expect(column('n')).toEqual(['12345678901234567890.12345678901234567890', 1.5, -0.5, 1e-20, 100])
  expect(column('f')).toEqual([0.1, '-0.0', 'NaN', 'Infinity', 1e-7])
  expect(column('is')).toEqual([true, false, null, true, false])
  expect(column('d')).toEqual([
    day('2024-02-29T00:00'),
    '0001-01-01',
    '0044-03-15 BC',
    'infinity',
    day('9999-12-31T00:00'),
  ])
  expect(column('ts')).toEqual([
    day('2024-02-29T12:34:56'),
    '1899-12-31T00:00:00',
    '0044-03-15T10:00:00 BC',
    '-infinity',
    day('9999-12-31T23:59:59.999'),
  ])
  expect(column('tz')[2]).toBe('2024-02-29T12:34:56.123456+00:00')
  expect(column('j')[0]).toBe('{"b": 1.50, "a": [9007199254740993]}')
  expect(column('text')).toEqual([
    'plain',
    '=1+1',
    'tab\tline\nreturn\r\nquote " \' | \\ back',
    '00123',
    '👩‍👩‍👧 é \u0001 _x000D_ \u001f \u007f',
  ])
  expect(records.slice(5).map((row) => row[10] ?? null)).toEqual([
    '',
    'm'.repeat(32_767),
    '  leading and trailing  ',
    null,
  ])
  expect(guarded).toEqual([
    { kind: 'numbersAsText', count: 8, columns: ['big', 'n', 'f'] },
    { kind: 'timesAsText', count: 11, columns: ['tz', 'd', 'ts'] },
    { kind: 'cut', count: 1, columns: ['text'] },
  ])
})

test('what XML has no sign for is left out and counted; a cut keeps characters whole', async () => {
  const fields = [{ id: '_x0041_', type: 'text' }]
  const rows = [[JSON.stringify('a\uFFFFb\uD800c')], [JSON.stringify(`${'x'.repeat(32_766)}😀`)]]
  const { blob, guarded } = await writtenTraps(format, { fields, rows })
  expect((await readBack(blob))[0]?.rows).toEqual([['_x0041_'], ['abc'], ['x'.repeat(32_766)]])
  expect(guarded).toEqual([
    { kind: 'leftOut', count: 1, columns: ['_x0041_'] },
    { kind: 'cut', count: 1, columns: ['_x0041_'] },
  ])
})

test('without records a workbook is its header', async () => {
  const { blob } = await writtenTraps(format, { rows: [] })
  expect((await readBack(blob))[0]?.rows).toEqual([TRAP_FIELDS.map(({ id }) => id)])
})

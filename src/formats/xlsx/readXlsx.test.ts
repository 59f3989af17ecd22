import { writeOds } from 'hucre/ods'
import { writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { jsonMembers } from '../../protocol/jsonText.ts'
import { readTable, type ReadingChoice } from '../readTable.ts'
import { recordsOf } from '../tableRecords.ts'
import { plainNumber } from './cellText.ts'

const { signal } = new AbortController()

async function read(sheets: readonly WriteSheet[], chosen: ReadingChoice = {}, format: 'xlsx' | 'ods' = 'xlsx') {
  const bytes = await (format === 'ods' ? writeOds : writeXlsx)({ sheets: [...sheets] })
  const file = new File([new Uint8Array(bytes)], `levels.${format}`)
  const table = await readTable(file, { signal, chosen, onProgress: () => undefined })
  const columns = table.columns.map(({ name, guess }) => ({ name, type: guess }))
  const sent: unknown[] = []
  for await (const each of recordsOf(table, columns, { key: null, signal }))
    sent.push('json' in each ? jsonMembers(each.json).map(([, value]): unknown => JSON.parse(value)) : each)
  return { table, types: columns.map(({ name, type }) => `${name}: ${type}`), sent }
}

const day = (text: string) => new Date(`${text}T00:00:00Z`)

describe.each(['xlsx', 'ods'] as const)('a sheet of %s', (format) => {
  test('has its names below the titles, its dates and numbers, and nothing beside the table', async () => {
    const rows = [
      [null, 'River gauges'],
      [],
      [null, 'station', 'taken', 'level', 'raw'],
      [null, ' a "b"\n', day('2024-01-31'), 0.1 + 0.2, true],
      [],
      [null, 'ü;,', day('1999-12-01'), -1_234_567.5, false],
    ]
    const { table, types, sent } = await read([{ name: 'Levels', rows }], {}, format)
    expect(types).toEqual(['station: text', 'taken: date', 'level: numeric', 'raw: bool'])
    expect(sent).toEqual([
      [' a "b"\n', '2024-01-31', '0.30000000000000004', true],
      ['ü;,', '1999-12-01', '-1234567.5', false],
    ])
    expect([table.preview.map(({ line }) => line), table.findings.leftOut, table.numbering]).toEqual([
      [4, 6],
      1,
      'rows',
    ])
  })

  test('is chosen among several, and so are its row of names and whether merged cells are filled', async () => {
    const sheets = [
      { name: 'Empty', rows: [] },
      {
        name: 'First',
        rows: [
          ['a', 'b'],
          ['x', 1],
          [null, 2],
        ],
        merges: [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }],
      },
      { name: 'Second', rows: [['c'], [3]] },
    ]
    const first = await read(sheets, {}, format)
    if (first.table.format !== 'sheet') throw new Error('It is a sheet')
    expect([first.table.reading.sheet, first.table.reading.sheets.map(({ name, rows }) => `${name} ${rows}`)]).toEqual([
      'First',
      ['Empty 0', 'First 3', 'Second 2'],
    ])
    expect(first.sent).toEqual([
      ['x', 1],
      ['x', 2],
    ])
    expect((await read(sheets, { fillsMerged: false }, format)).sent).toEqual([
      ['x', 1],
      [null, 2],
    ])
    expect((await read(sheets, { sheet: 'Second' }, format)).types).toEqual(['c: int4'])
    expect((await read(sheets, { namesLine: 2 }, format)).types).toEqual(['x: text', '1: int4'])
    expect((await read(sheets, { namesLine: null }, format)).table.rows).toBe(3)
  })
})

test('zeros that only a number format shows stay, and long numbers are told', async () => {
  const { table, types, sent } = await read([
    {
      name: 'A',
      rows: [
        ['code', 'long'],
        [123, 12_345_678_901_234_567_000],
        [45_678, 7],
      ],
      cells: new Map([
        ['1,0', { value: 123, style: { numFmt: '00000' } }],
        ['2,0', { value: 45_678, style: { numFmt: '00000' } }],
      ]),
    },
  ])
  expect([types, sent]).toEqual([
    ['code: text', 'long: numeric'],
    [
      ['00123', '12345678901234567000'],
      ['45678', '7'],
    ],
  ])
  expect(table.findings.notes.map(({ code, found }) => [code, found.first[0]?.value])).toEqual([
    ['zerosShown', 'A2: 00123'],
    ['roundedNumbers', 'B2: 12345678901234567000'],
  ])
})

test('formulas count by their value, and those without one are told', async () => {
  const { table, sent } = await read([
    {
      name: 'A',
      rows: [
        ['n', 'of'],
        [1, 'x'],
        [null, 'y'],
      ],
      cells: new Map([
        ['1,0', { value: 5, formula: '2+3', formulaResult: 5 }],
        ['2,0', { value: null, formula: 'A2*2' }],
      ]),
    },
  ])
  expect(sent).toEqual([
    [5, 'x'],
    [null, 'y'],
  ])
  expect(table.findings.notes.map(({ code, found }) => [code, found.count])).toEqual([['formulasWithoutValue', 1]])
})

test('a column of days and times has times throughout, and times without a day are texts', async () => {
  const at = (format: string, value: Date | number) => ({ value, style: { numFmt: format } })
  const { types, sent } = await read([
    {
      name: 'A',
      rows: [
        ['at', 'time'],
        [day('2024-01-31'), 0.5],
        [new Date('2024-02-01T07:08:09Z'), 0.25],
      ],
      cells: new Map([
        ['2,0', at('yyyy-mm-dd hh:mm:ss', new Date('2024-02-01T07:08:09Z'))],
        ['1,1', at('hh:mm', 0.5)],
        ['2,1', at('hh:mm', 0.25)],
      ]),
    },
  ])
  expect([types, sent]).toEqual([
    ['at: timestamp', 'time: text'],
    [
      ['2024-01-31 00:00:00', '12:00:00'],
      ['2024-02-01 07:08:09', '06:00:00'],
    ],
  ])
})

test('hidden sheets are named as such and not taken by themselves', async () => {
  const { table } = await read([
    { name: 'Notes', hidden: true, rows: [['x'], [1]] },
    { name: 'Data', rows: [['y'], [2]] },
  ])
  expect(table.reading).toMatchObject({
    sheet: 'Data',
    sheets: [{ name: 'Notes', isHidden: true }, { isHidden: false }],
  })
})

test('a workbook that is locked or of an old Excel is refused by name', async () => {
  const open = (bytes: Uint8Array<ArrayBuffer>) =>
    readTable(new File([bytes], 'a.xlsx'), { signal, onProgress: () => undefined })
  const locked = await writeXlsx({ sheets: [{ name: 'A', rows: [[1]] }], encryption: { password: 'x', spinCount: 10 } })
  await expect(open(new Uint8Array(locked))).rejects.toMatchObject({ problem: { code: 'lockedWorkbook' } })
  const old = new Uint8Array(1024)
  old.set([0xd0, 0xcf, 0x11, 0xe0])
  await expect(open(old)).rejects.toMatchObject({ problem: { code: 'oldWorkbook' } })
})

test.each([
  [1e21, '1000000000000000000000'],
  [-1.5e22, '-15000000000000000000000'],
  [1.25e-7, '0.000000125'],
  [-0, '0'],
  [0.1, '0.1'],
])('%s is written %s', (value, text) => {
  expect(plainNumber(value)).toBe(text)
})

import { describe, expect, test } from 'vitest'
import { recordsOf } from '../tableRecords.ts'
import { examineTable } from './csvTable.ts'
import type { ReadingChoice } from './csvFile.ts'

const never = new AbortController().signal

async function read(content: string | Uint8Array<ArrayBuffer>, chosen?: ReadingChoice) {
  const file = new Blob([content])
  const table = await examineTable(file, { signal: never, chosen, onProgress: () => undefined })
  const columns = table.columns.map(({ name, guess }) => ({ name, type: guess }))
  const records: unknown[] = []
  const setAside: number[] = []
  for await (const each of recordsOf(table, columns, { key: null, signal: never })) {
    if ('json' in each) records.push(JSON.parse(each.json))
    else setAside.push(each.line)
  }
  return { table, columns, records, setAside, findings: table.findings, reading: table.reading }
}

const types = (columns: readonly { readonly name: string; readonly type: string }[]) =>
  columns.map(({ name, type }) => `${name}: ${type}`)

/** The bytes of a text, each character as its own code. */
const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

describe('files that were read wrongly', () => {
  test('semicolons at the ends of lines were trimmed, and names have commas', async () => {
    const found = await read('Region;Amount, EUR;Remark\nNord;12,5\nSued;7,25\nOst;9,75;late\nWest;3,5\n')
    expect(found.reading.separator).toBe(';')
    expect(types(found.columns)).toEqual(['Region: text', 'Amount, EUR: numeric_comma', 'Remark: text'])
    expect(found.records).toEqual([
      { Region: 'Nord', 'Amount, EUR': '12.5', Remark: null },
      { Region: 'Sued', 'Amount, EUR': '7.25', Remark: null },
      { Region: 'Ost', 'Amount, EUR': '9.75', Remark: 'late' },
      { Region: 'West', 'Amount, EUR': '3.5', Remark: null },
    ])
    expect(found.findings.short).toEqual({
      count: 3,
      first: [
        { line: 2, value: 'Nord, 12,5' },
        { line: 3, value: 'Sued, 7,25' },
        { line: 5, value: 'West, 3,5' },
      ],
    })
  })

  test('the first line only names the separator', async () => {
    const found = await read('sep=;\r\nDistrict;Households;Rate\r\nNorth;120;4,5\r\nSouth;80;3,25\r\n')
    expect(types(found.columns)).toEqual(['District: text', 'Households: int4', 'Rate: numeric_comma'])
    expect(found.records).toEqual([
      { District: 'North', Households: 120, Rate: '4.5' },
      { District: 'South', Households: 80, Rate: '3.25' },
    ])
    expect([found.setAside, found.findings.leftOut, found.table.preview[0]?.line]).toEqual([[], 0, 3])
  })

  test('a blank follows each comma, also before quotes', async () => {
    const found = await read('id, name, amount\n1, "Doe, Jo", 20\n2, "Roe, Al", 35\n')
    expect(types(found.columns)).toEqual(['id: int4', 'name: text', 'amount: int4'])
    expect(found.records).toEqual([
      { id: 1, name: 'Doe, Jo', amount: 20 },
      { id: 2, name: 'Roe, Al', amount: 35 },
    ])
    expect(found.setAside).toEqual([])
  })

  test('one byte of UTF-8 is damaged: the rest is read, and the damage has a line', async () => {
    const found = await read(bytes('id,ort\n1,K\xc3\xb6ln\n2,D\xc3\xbcsseldorf\n3,Gro\xc3\n4,Z\xc3\xbcrich\n'))
    expect(found.reading.encoding).toBe('utf-8')
    expect(found.table.preview.map(({ cells }) => cells[1])).toEqual(['Köln', 'Düsseldorf', 'Gro\ufffd', 'Zürich'])
    expect(found.findings.damaged).toEqual({ count: 1, first: [{ line: 4, value: 'Gro\ufffd' }] })
  })

  test('a damaged character in a cell of several lines has the line that it is in', async () => {
    const found = await read(bytes('a,b\n"\xc3\xbc\xc3\xbc\xc3\xbc\r\nx","y\nz\xff"\n'))
    expect(found.findings.damaged).toEqual({ count: 1, first: [{ line: 4, value: 'z\ufffd' }] })
  })

  test('Cyrillic in an encoding that can only be chosen', async () => {
    const city = bytes('id,city\n1,\xcc\xee\xf1\xea\xe2\xe0\n')
    expect((await read(city)).reading).toMatchObject({ encoding: 'windows-1252', isFallback: true })
    const found = await read(city, { encoding: 'windows-1251' })
    expect(found.records).toEqual([{ id: 1, city: 'Москва' }])
    expect(found.reading.isFallback).toBe(false)
  })

  const STRAY = 'id,name,city\n1,Anna,Riga\n2,"Bert,Oslo\n3,Cara,Rome\n4,Dora,Lyon\n5,"Emil,Bern\n6,Fred,Graz\n'

  test('a quote that swallows lines is named; read as a character, it swallows none', async () => {
    const found = await read(STRAY)
    expect(found.findings).toMatchObject({ strayCount: 1, strayQuotes: [{ line: 3, lines: 4 }] })
    const plain = await read(STRAY, { plainQuotes: true })
    expect(plain.records).toHaveLength(6)
    expect(plain.records[1]).toEqual({ id: 2, name: '"Bert', city: 'Oslo' })
    expect(plain.findings.strayCount).toBe(0)
  })

  test('a quote that is never closed is read as a character, and named', async () => {
    const found = await read('id,name\n1,Anna\n2,"Bert\n3,Cara\n')
    expect(found.records).toEqual([
      { id: 1, name: 'Anna' },
      { id: 2, name: '"Bert' },
      { id: 3, name: 'Cara' },
    ])
    expect([found.reading.plainQuotes, found.findings.neverClosed]).toEqual([true, 3])
  })

  test('_id and id: only the one that needs it is renamed', async () => {
    const found = await read('_id,id,name\n7,A-1,x\n8,A-2,y\n')
    expect(found.table.columns.map(({ name, written }) => [name, written])).toEqual([
      ['id_2', '_id'],
      ['id', 'id'],
      ['name', 'name'],
    ])
  })

  test("a box has names of PostgreSQL's own columns", async () => {
    const found = await read('tile,xmin,ymin,xmax,ymax\nN1,5.5,47.0,6.0,47.5\nN2,6.0,47.0,6.5,47.5\n')
    expect(types(found.columns)).toEqual([
      'tile: text',
      'xmin_2: numeric',
      'ymin: numeric',
      'xmax_2: numeric',
      'ymax: numeric',
    ])
    expect(found.records).toHaveLength(2)
  })

  test('between tabs a comma can only be in the number', async () => {
    const found = await read('ort\thoehe\tpreis\nA\t1,75\t12,50\nB\t1,80\t7,25\n')
    expect(types(found.columns)).toEqual(['ort: text', 'hoehe: numeric_comma', 'preis: numeric_comma'])
    expect(found.records[0]).toEqual({ ort: 'A', hoehe: '1.75', preis: '12.50' })
  })
})

describe('how a file is read', () => {
  test('titles above the names are left out, and counted', async () => {
    const found = await read('Population 2025\nSource: office\n\nplace;people\nA;1\nB;2\n')
    expect([found.reading.namesLine, found.findings.leftOut, found.reading.separator]).toEqual([4, 2, ';'])
    expect(types(found.columns)).toEqual(['place: text', 'people: int4'])
    expect(found.table.firstRecords.map(({ line }) => line)).toEqual([1, 2, 4, 5, 6])
  })

  test('the line of the names is chosen, or that there are none', async () => {
    const text = 'a,b\nc,d\n1,2\n'
    const second = await read(text, { namesLine: 2 })
    expect([types(second.columns), second.findings.leftOut]).toEqual([['c: int4', 'd: int4'], 1])
    const none = await read('1,2\n3,4\n', { namesLine: null })
    expect(none.records).toEqual([
      { column_1: 1, column_2: 2 },
      { column_1: 3, column_2: 4 },
    ])
    expect(none.table.rows).toBe(2)
  })

  test('the separator is chosen', async () => {
    const found = await read('a;b,c\n1;2,3\n', { separator: ';' })
    expect(types(found.columns)).toEqual(['a: int4', 'b,c: numeric_comma'])
  })

  test('records that are too short are filled or set aside, those too long always set aside', async () => {
    const text = 'a,b,c\n1,2\n1,2,3\n1,2,3,4\n'
    const found = await read(text)
    expect([found.records.length, found.setAside]).toEqual([2, [4]])
    expect(found.findings).toMatchObject({ short: { count: 1 }, long: { count: 1, first: [{ line: 4 }] } })
    const strict = await read(text, { fillsShort: false })
    expect(strict.setAside).toEqual([2, 4])
    // Where empty cells at the ends of lines have their separators, a record without them is damaged.
    expect((await read('a,b,c\n1,2\n1,2,\n')).setAside).toEqual([2])
  })

  test('a long file shows its beginning while the rest is read', async () => {
    const file = new Blob(['a;b\n', ...Array.from({ length: 60_000 }, (_, at) => `${at};"x${at}"\n`)])
    const heads: [number, boolean][] = []
    const table = await examineTable(file, {
      signal: never,
      onProgress: () => undefined,
      onHead: ({ rows, isHead }) => heads.push([rows, isHead]),
    })
    expect([table.rows, table.isHead]).toEqual([60_000, false])
    expect(heads).toHaveLength(1)
    expect(heads[0]?.[0]).toBeGreaterThan(10_000)
    expect(heads[0]?.[1]).toBe(true)
  })
})

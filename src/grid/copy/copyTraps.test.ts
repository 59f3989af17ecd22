import { describe, expect, test } from 'vitest'
import { plainTrap, TRAP_CELLS, TRAPS } from '../../../e2e/support/copyTraps.ts'
import { CsvParser } from '../../formats/csv/csvParser.ts'
import { fieldKind } from '../../protocol/field.ts'
import { jsonElements, jsonMember, jsonMembers, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { Cell } from '../../rows/rowSource.ts'
import type { CopiedCells } from './copiedCells.ts'
import { copiedTexts, type CopyForm } from './copyForms.ts'
import { OWN_FORM } from './copyLimits.ts'

const text = (form: CopyForm, of = TRAP_CELLS) => copiedTexts(of, form)['text/plain'] ?? ''

describe('read back exactly', () => {
  test('tabs for spreadsheets', () => {
    const rows = readTsv(text('table'))
    expect(rows[0]).toEqual(TRAPS.map(([name]) => name))
    for (const [at, [name]] of TRAPS.entries()) expect(rows[1]?.[at], name).toBe(plainTrap(at))
    expect(rows).toHaveLength(3)
  })

  test('the table for spreadsheets', () => {
    const rows = readHtml(copiedTexts(TRAP_CELLS, 'table')['text/html'] ?? '')
    // A cell of a spreadsheet has one kind of line end.
    for (const [at, [name]] of TRAPS.entries())
      expect(rows[1]?.[at]?.text, name).toBe(plainTrap(at).replaceAll(/\r\n?/g, '\n'))
    const asText = TRAPS.filter((_, at) => rows[1]?.[at]?.isText).map(([name]) => name)
    expect(asText).toEqual(expect.arrayContaining(['the largest whole number', 'forty digits', 'negative zero']))
    expect(asText).toEqual(expect.arrayContaining(['leading zeros', 'a formula', 'before Christ', 'the year 1']))
    expect(asText).not.toContain('zeros at the end')
  })

  test('our own form: types, names, null, empty, missing and holes', () => {
    const own = copiedTexts(TRAP_CELLS, 'table')[OWN_FORM] ?? ''
    const member = (name: string): JsonText => jsonMember(own, name) ?? 'null'
    expect(JSON.parse(member('fields'))).toEqual(TRAPS.map(([id, type]) => ({ id, type })))
    const [first = '[]'] = jsonElements(member('rows'))
    for (const [at, value] of jsonElements(first).entries()) {
      expect(value, TRAPS[at]?.[0]).toBe(TRAPS[at]?.[2] ?? 'null')
    }
    const place = (name: string) => TRAPS.findIndex(([what]) => what === name)
    expect(JSON.parse(member('holes'))).toEqual([[0, place('a hole')]])
    expect(JSON.parse(member('missing'))).toEqual([[0, place('a member that is not there')]])
  })

  test('CSV, with null apart from empty text', () => {
    const parser = new CsvParser(',')
    const [names, values] = [...parser.push(text('csv')), ...parser.end()].map((record) => record.cells)
    expect(names).toEqual(TRAPS.map(([name]) => name))
    for (const [at, [name]] of TRAPS.entries()) expect(values?.[at] ?? '', name).toBe(plainTrap(at))
    expect(text('csv').split('\r\n').at(-1)).toBe(','.repeat(TRAPS.length - 1))
    expect(text('csv', one('text', '""', 'null'))).toBe('x\r\n""\r\n')
  })

  test('JSON: the source of each value, with its characters', () => {
    const [first = '{}'] = jsonElements(text('json'))
    const members = new Map(jsonMembers(first))
    for (const [name, , value] of TRAPS) {
      const read = members.get(name)
      if (typeof value !== 'string') expect(read, name).toBeUndefined()
      else if (value.startsWith('"')) expect(jsonToPlain(read ?? 'null'), name).toBe(jsonToPlain(value))
      else expect(read, name).toBe(value)
    }
  })

  test('Markdown', () => {
    const [, , line = ''] = text('markdown').split('\n')
    const values = readMarkdown(line)
    for (const [at, [name, , value]] of TRAPS.entries()) {
      expect(values[at], name).toBe(value === 'null' ? null : plainTrap(at))
    }
  })
})

describe('SQL', () => {
  test('the first row says the types, texts are quoted, what CKAN misreads is escaped', () => {
    const of = (type: string, ...values: readonly Cell[]) => text('values', one(type, ...values))
    expect(of('numeric', '7761.80', '-1.50', 'null')).toBe(
      '(VALUES\n  (7761.80::numeric),\n  (-1.50),\n  (NULL)\n) AS cells ("x")',
    )
    expect(of('float8', '-0', '"NaN"', '1e+300')).toContain("('-0'::float8),\n  ('NaN'),\n  (1e+300)")
    expect(of('int8', '-5')).toContain('((-5)::int8)')
    expect(of('_text', '["a\\"b", null]', '[]')).toContain(String.raw`(E'{"a\x5c"b",NULL}'::text[]),` + "\n  ('{}')")
    expect(of('text', '"it\'s"', '"# :a"')).toContain(
      String.raw`('it''s'::text),` + '\n  ' + String.raw`(E'\x23 \x3aa')`,
    )
    expect(of('date', '"0044-03-15 BC"')).toContain("('0044-03-15 BC'::date)")
  })

  test('IN takes each value once; null has its own condition', () => {
    expect(text('in', one('numeric', '1.50', '1.50', '2'))).toBe('"x" IN (1.50, 2)')
    expect(text('in', one('text', '"a"', 'null'))).toBe(`("x" IN ('a') OR "x" IS NULL)`)
    expect(text('in', one('text', 'null'))).toBe('"x" IS NULL')
  })
})

describe('headers and shape', () => {
  test('a block has headers, a single cell none, both by choice', () => {
    const single = one('numeric', '12480.50')
    expect(text('table', single)).toBe('12480.50')
    expect(text('table', one('text', '"a\\tb\\n"'))).toBe('a\tb\n')
    expect(text('withHeaders', single)).toBe('x\r\n12480.50')
    expect(text('json', single)).toBe('12480.50')
    expect(text('withoutHeaders', one('text', '"a"', '"b"'))).toBe('a\r\nb')
  })

  test('a text too long for the cells of spreadsheets is not in HTML, where LibreOffice would lay it out for minutes', () => {
    const of = (length: number) => copiedTexts(one('text', JSON.stringify('a'.repeat(length)), '"b"'), 'table')
    expect(of(32_000)['text/html']).toContain('aaa')
    expect(of(33_000)['text/html']).toBeUndefined()
    expect(of(33_000)['text/plain']).toHaveLength('x\r\n\r\nb'.length + 33_000)
  })

  test('columns of one name get a number in JSON', () => {
    const two = { columns: [column('a'), column('a'), column('a_2')], rows: [['1', '2', '3']] }
    expect(text('json', two)).toBe('[\n  {"a": 1, "a_3": 2, "a_2": 3}\n]')
  })
})

function column(name: string, type = 'int4') {
  return { name, type, kind: fieldKind(type) }
}

function one(type: string, ...values: readonly Cell[]): CopiedCells {
  return { columns: [column('x', type)], rows: values.map((value) => [value]) }
}

/** As spreadsheets read text with tabs. */
function readTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '') break
    if (end === '\r\n') rows.push([])
  }
  return rows
}

function readHtml(html: string) {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh]([^>]*)>(.*?)<\/t[dh]>/gs)].map(([, attributes = '', inner = '']) => {
      expect(inner.replaceAll('<br>', '')).not.toMatch(/[<>]/)
      return { text: fromEntities(inner.replaceAll('<br>', '\n')), isText: attributes.includes('class="t"') }
    }),
  )
}

function readMarkdown(line: string): (string | null)[] {
  const inner = line.slice(2, -2)
  return inner.split(/(?<!(?<!\\)(?:\\\\)*\\)\s\| ?(?=.|$)/).map((cell) => {
    if (cell.trim() === '*null*') return null
    return fromEntities(
      cell
        .trim()
        .replaceAll(/\\([\\|`*[\]~_])/g, '$1')
        .replaceAll('<br>', '\n'),
    )
  })
}

function fromEntities(text: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string | undefined) =>
    code === undefined ? (names[name ?? ''] ?? '') : String.fromCodePoint(Number(code)),
  )
}

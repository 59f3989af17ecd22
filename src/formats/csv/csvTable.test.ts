import { describe, expect, test } from 'vitest'
import { likelySeparator } from './csvDialect.ts'
import { recordsOf } from '../tableRecords.ts'
import { examineTable } from './csvTable.ts'
import type { NewColumn } from '../newTable.ts'

const never = new AbortController().signal
const file = (...parts: BlobPart[]) => new Blob(parts)
const examine = (source: Blob) => examineTable(source, { signal: never, onProgress: () => undefined })

async function loaded(source: Blob, types: readonly NewColumn['type'][]) {
  const table = await examine(source)
  const columns = table.columns.map(({ name }, place) => ({ name, type: types[place] ?? 'text' }))
  const sent: string[] = []
  const refused: unknown[] = []
  for await (const each of recordsOf(table, columns, { key: null, signal: never })) {
    if ('json' in each) sent.push(each.json)
    else refused.push([each.line, each.column, each.problem])
  }
  return { sent, refused }
}

describe('a CSV file', () => {
  test('is read by its own separator, its mark dropped', async () => {
    const table = await examine(file('\ufeffkey;note\r\n007;"two\r\nlines; one cell"\r\n'))
    expect(table.reading).toMatchObject({ separator: ';', encoding: 'utf-8', markBytes: 3 })
    expect(table.columns.map(({ name, guess }) => [name, guess])).toEqual([
      ['key', 'text'],
      ['note', 'text'],
    ])
    expect(table.preview.map(({ line, cells }) => [line, cells])).toEqual([[2, ['007', 'two\r\nlines; one cell']]])
  })

  test('whose column has few values that do not fit a type tells the type, and which they are', async () => {
    const numbers = Array.from({ length: 5000 }, (_, at) => (at === 4711 ? 'n/a' : String(at)))
    const codes = numbers.map((_, at) => (at === 4711 ? 'x07' : `00${at}`))
    const names = numbers.map((_, at) => `name ${at}`)
    const text = ['n,code,name', ...numbers.map((n, at) => [n, codes[at], names[at]].join(','))].join('\n')
    const { columns } = await examine(file(text))
    expect(columns.map(({ guess, nearly }) => [guess, nearly])).toEqual([
      ['text', 'int4'],
      ['text', null],
      ['text', null],
    ])
    expect(columns[0]?.misfits('int4')).toMatchObject({ count: 1, first: [{ line: 4713, value: 'n/a' }] })
    const many = await examine(file(['n', ...numbers.map((n, at) => (at % 15 === 0 ? 'n/a' : n))].join('\n')))
    expect(many.columns[0]).toMatchObject({ guess: 'text', nearly: null })
  })

  test('that is not UTF-8 is read as Windows-1252', async () => {
    const table = await examine(file(new Uint8Array([97, 10, 0x93, 0xe9, 0x94, 10])))
    expect(table.preview[0]?.cells).toEqual(['“é”'])
    expect(table.reading.encoding).toBe('windows-1252')
  })

  test('in UTF-16 is read by its mark', async () => {
    const text = '\ufeffa\tb\n1\té'
    const table = await examine(file(Uint16Array.from(text, (char) => char.charCodeAt(0))))
    expect(table.columns.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(table.preview[0]?.cells).toEqual(['1', 'é'])
  })

  test('keeps a character whose bytes are split between two pieces', async () => {
    const table = await examine(file(`a\n${'x'.repeat(256 * 1024 - 3)}é\n`))
    expect(table.preview[0]?.cells[0]?.endsWith('xé')).toBe(true)
  })

  test('in UTF-16 without a mark is recognized by its zeros', async () => {
    const text = 'a;b\n1;é\n22;y\n'
    const table = await examine(file(Uint16Array.from(text, (char) => char.charCodeAt(0))))
    expect([table.reading.encoding, table.preview[0]?.cells]).toEqual(['utf-16le', ['1', 'é']])
  })

  test('with nothing in it is refused', async () => {
    await expect(examine(file(''))).rejects.toMatchObject({ problem: { code: 'fileEmpty' } })
  })

  test('gives for each type how many values do not fit, and the first lines', async () => {
    const table = await examine(file('flow\n1.5\nn/a\n2\n"3,1"\n'))
    expect(table.columns[0]?.guess).toBe('text')
    expect(table.columns[0]?.misfits('numeric')).toEqual({
      count: 2,
      first: [
        { line: 3, value: 'n/a' },
        { line: 5, value: '3,1' },
      ],
    })
  })

  test('is sent with every digit, null apart from empty text', async () => {
    const source = file(
      'i,n,t,b,at,j\n9223372036854775807,1.50,,TRUE,2025-01-31 12:00:00.123456,"{""b"": 1, ""a"": 1.0, ""a"": 2}"\n-1,-0.0,"",no,,\n',
    )
    const { sent } = await loaded(source, ['int8', 'numeric', 'text', 'bool', 'timestamp', 'json'])
    expect(sent).toEqual([
      '{"i":9223372036854775807,"n":"1.50","t":null,"b":true,"at":"2025-01-31 12:00:00.123456","j":{"b": 1, "a": 1.0, "a": 2}}',
      '{"i":-1,"n":"-0.0","t":"","b":false,"at":null,"j":null}',
    ])
  })

  test('sets rows aside with their line: too few values, too many, one that does not fit', async () => {
    const { sent, refused } = await loaded(file('a,b\n1,2\n1\n1,2,3\n1,2,,\nx,2\n'), ['int4', 'int4'])
    expect(sent).toHaveLength(2)
    expect(refused).toEqual([
      [3, null, { kind: 'width', found: 1, expected: 2 }],
      [4, null, { kind: 'width', found: 3, expected: 2 }],
      [6, 'a', { kind: 'misfit', type: 'int4' }],
    ])
  })
})

test.each([
  ['a,b;c\n1,2;3', ','],
  ['a;b\n1,5;2,5\n', ';'],
  ['a\tb\n1\t2', '\t'],
  ['one column\nof, text', ','],
  ['"a;b",c\n"d;e;f",g', ','],
])('%j is separated by %j', (text, separator) => {
  expect(likelySeparator(text)).toBe(separator)
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { CsvParser } from './csvParser.ts'
import type { FileOptions } from '../exportFormat.ts'
import { csvLine, separatedText } from './csvWriter.ts'

const texts = (...ids: string[]): readonly Field[] => ids.map((id) => ({ id, type: 'text' }))

function written(fields: readonly Field[], rows: readonly Row[], options?: FileOptions) {
  const { header, lines } = separatedText(',', fields, options)
  return `${header}${lines(rows)}`
}

describe('a CSV file', () => {
  test('has exact values; null is an empty cell, empty text is quoted', () => {
    const rows = [
      ['9007199254740993', '1.50', 'true', 'null', '""', undefined],
      ['-0', '{"a": 1.0}', '["x", "y"]', '"null"', '" b "', '"é\\n\\"q\\", c"'],
    ]
    expect(written(texts('a', 'b,c', 'd"e', 'f', 'g', 'h'), rows)).toBe(
      'a,"b,c","d""e",f,g,h\r\n' +
        '9007199254740993,1.50,true,,"",\r\n' +
        '-0,"{""a"": 1.0}","[""x"", ""y""]",null, b ,"é\n""q"", c"\r\n',
    )
  })

  test('that would begin with ID begins with a quote, as Excel takes it for SYLK', () => {
    expect(written(texts('ID', 'val'), [['1', '"a"']])).toBe('"ID",val\r\n1,a\r\n')
    expect(written(texts('IDs of birds'), [])).toBe('"IDs of birds"\r\n')
    expect(written(texts('ID,1', 'b'), [])).toBe('"ID,1",b\r\n')
    expect(written(texts('Id', 'ID'), [])).toBe('Id,ID\r\n')
  })

  test('for spreadsheets begins with a byte order mark and guards formulas, by choice', () => {
    const rows = [['"=1+1"', '"@SUM(A1)"', '"-2+3"', '"-5"', '-5', '"+49 30 1"', '"\\t=x"', '"＝1"', '"a=b"', 'null']]
    const fields = texts('=a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')
    expect(written(fields, rows, { hasMark: true, guardsFormulas: true })).toBe(
      "\uFEFF'=a,b,c,d,e,f,g,h,i,j\r\n'=1+1,'@SUM(A1),'-2+3,-5,-5,'+49 30 1,'\t=x,'＝1,a=b,\r\n",
    )
    expect(written(fields, rows, { hasMark: false, guardsFormulas: false })).toBe(written(fields, rows))
    expect(written(fields, rows)).toMatch(/^=a,b/)
  })

  test('keeps the quotes of a string in a json column', () => {
    const fields = [
      { id: 'j', type: 'json' },
      { id: 't', type: 'text' },
    ]
    const rows = [
      ['"1"', '"1"'],
      ['1', '"1"'],
      ['""', '""'],
      ['null', 'null'],
    ]
    expect(written(fields, rows)).toBe('j,t\r\n"""1""",1\r\n1,1\r\n"""""",""\r\n,\r\n')
  })

  test('without rows is only its header', () => {
    expect(written(texts('a', ''), [])).toBe('a,\r\n')
  })

  test('reads back as it was written, null apart from empty text', () => {
    const row = fc.array(fc.option(fc.string({ unit: 'binary' })), { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const parser = new CsvParser(',')
        const read = [...parser.push(rows.map(csvLine).join('')), ...parser.end()]
        expect(read.map(({ cells }) => cells)).toEqual(rows)
      }),
    )
  })
})

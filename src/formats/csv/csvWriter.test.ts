import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { CsvParser } from './csvParser.ts'
import { csvLine, format } from './csvWriter.ts'

const texts = (...ids: string[]): readonly Field[] => ids.map((id) => ({ id, type: 'text' }))

function written(fields: readonly Field[], rows: readonly Row[]) {
  const writer = format.write(fields)
  return `${String(writer.start())}${String(writer.rows(rows))}${String(writer.end())}`
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

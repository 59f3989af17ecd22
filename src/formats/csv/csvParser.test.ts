import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FileRecord } from '../tableReader.ts'
import { CsvError, CsvParser } from './csvParser.ts'

function parse(text: string, separator = ',', pieces: readonly number[] = []): FileRecord[] {
  const parser = new CsvParser(separator)
  const found: FileRecord[] = []
  let at = 0
  for (const length of pieces) {
    found.push(...parser.push(text.slice(at, at + length)))
    at += length
  }
  found.push(...parser.push(text.slice(at)), ...parser.end())
  return found
}

const cellsOf = (records: readonly FileRecord[]) => records.map((record) => record.cells)

const SEPARATORS = [',', ';', '\t', '|'] as const
const BREAKS = ['\n', '\r\n', '\r'] as const

function written(cell: string | null, separator: string): string {
  if (cell === null) return ''
  const needs = cell === '' || [separator, '"', '\r', '\n'].some((special) => cell.includes(special))
  return needs ? `"${cell.replaceAll('"', '""')}"` : cell
}

describe('the CSV reader', () => {
  const cell = fc.option(
    fc.string({ unit: fc.constantFrom('a', '0', ' ', ',', ';', '\t', '|', '"', '\r', '\n', 'é', '😀') }),
  )
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }))

  test('reads back what was written, in pieces of any size, with any separator and line break', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom(...BREAKS),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 30 }),
        (rows, separator, lineBreak, closed, pieces) => {
          const lines = rows.map((row) => row.map((each) => written(each, separator)).join(separator))
          const text = lines.join(lineBreak) + (closed && lines.length > 0 ? lineBreak : '')
          expect(cellsOf(parse(text, separator, pieces))).toEqual(rows)
        },
      ),
    )
  })

  test('names the line of each record, whatever was in quotes before', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...BREAKS),
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 30 }),
        (rows, lineBreak, pieces) => {
          const lines = rows.map((row) => row.map((each) => written(each, ',')).join(','))
          const text = lines.join(lineBreak)
          let at = 0
          const expected = lines.map((line) => {
            const number = (text.slice(0, at).match(/\r\n|\r|\n/g)?.length ?? 0) + 1
            at += line.length + lineBreak.length
            return number
          })
          expect(parse(text, ',', pieces).map((record) => record.line)).toEqual(expected)
        },
      ),
    )
  })

  test('distinguishes null from empty text, and leaves blank lines out', () => {
    expect(cellsOf(parse('a,,""\n\n\r\nb,,'))).toEqual([
      ['a', null, ''],
      ['b', null, null],
    ])
  })

  test('takes stray quotes as they stand', () => {
    expect(cellsOf(parse('5" pipe,"a"b'))).toEqual([['5" pipe', 'ab']])
  })

  test('names the line and the column of a quote that is never closed', () => {
    expect(() => parse('a,b\n1,2\n3,"four\n5,6\n')).toThrow(CsvError)
    expect(() => parse('a,b\n1,2\n3,"four\n5,6\n')).toThrow('quoteNeverClosed {"line":3,"column":2}')
  })

  test('reads a field of 2 million characters', () => {
    const long = 'x,"\n'.repeat(500_000)
    const [record] = parse(`"${long.replaceAll('"', '""')}",1`, ',', [65_536, 65_536])
    expect(record?.cells[0]?.length).toBe(2_000_000)
  })
})

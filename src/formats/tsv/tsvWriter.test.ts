import { expect, test } from 'vitest'
import { writtenTraps } from '../../../e2e/support/exportTraps.ts'
import { CsvParser } from '../csv/csvParser.ts'
import { format } from './tsvWriter.ts'

const texts = (...ids: string[]) => ids.map((id) => ({ id, type: 'text' }))

test('a TSV file quotes what would end a cell, and no commas', async () => {
  const rows = [
    ['"a,b"', '"tab\\there"', 'null'],
    ['"line\\nend"', '"say \\"hi\\""', '""'],
  ]
  const { blob } = await writtenTraps(format, { fields: texts('a,b', 'c', 'd'), rows })
  const text = await blob.text()
  expect(text).toBe('a,b\tc\td\r\na,b\t"tab\there"\t\r\n"line\nend"\t"say ""hi"""\t""\r\n')
  const parser = new CsvParser('\t')
  expect([...parser.push(text), ...parser.end()].map(({ cells }) => cells)).toEqual([
    ['a,b', 'c', 'd'],
    ['a,b', 'tab\there', null],
    ['line\nend', 'say "hi"', ''],
  ])
})

test('a TSV file for spreadsheets has a mark and guards formulas, by choice', async () => {
  const options = { hasMark: true, guardsFormulas: true }
  const { blob } = await writtenTraps(format, { fields: texts('a', 'b'), rows: [['"=1+1"', '"-5"']], options })
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())).toBe(
    "\uFEFFa\tb\r\n'=1+1\t-5\r\n",
  )
})

import { expect, test } from 'vitest'
import { writtenTraps } from '../../../e2e/support/exportTraps.ts'
import { format } from './markdownWriter.ts'

test('a Markdown table has a line for each record; no value breaks it', async () => {
  const fields = [
    { id: 'a|b', type: 'int8' },
    { id: 'text', type: 'text' },
  ]
  const rows = [
    ['9223372036854775807', '"x | y\\nz"'],
    ['null', '"`*[a](b)<c>&"'],
    [undefined, '""'],
  ]
  const { blob } = await writtenTraps(format, { fields, rows })
  expect(await blob.text()).toBe(
    [
      String.raw`| a\|b | text |`,
      '| ---: | --- |',
      String.raw`| 9223372036854775807 | x \| y<br>z |`,
      '| *null* | \\`\\*\\[a\\](b)&lt;c>&amp; |',
      '|  |  |',
      '',
    ].join('\n'),
  )
  const lines = (await (await writtenTraps(format)).blob.text()).trimEnd().split('\n')
  expect(new Set(lines.map((line) => line.split(/(?<!\\)\|/).length))).toEqual(new Set([13]))
})

import { expect, test } from 'vitest'
import help from '../../words/en/help.md?raw'
import { findPages, readHelp } from './helpPages.ts'

const pages = readHelp(help)

test('the help has ten pages, each with something to read and no marks of Markdown left in it', () => {
  expect(pages).toHaveLength(10)
  for (const { title, blocks } of pages) {
    expect(blocks.length, title).toBeGreaterThan(0)
    const plain = blocks
      .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.pieces))
      .filter(({ as }) => as !== 'code')
    for (const { text } of plain) expect(text, title).not.toMatch(/\*\*|`|(^|\s)_\w|^#/)
  }
})

test.each([
  ['csv', 'Copy, export and share'],
  ['summarise', 'Summarise and chart'],
  ['token cors', 'Connect'],
  ['offline', 'Copies and tables in this browser'],
])('%s leads to %s', (text, title) => {
  expect(findPages(pages, text).map((page) => page.title)).toContain(title)
})

test('a page whose title has the words comes first, and no word finds all', () => {
  expect(findPages(pages, 'filter')[0]?.title).toBe('Filter')
  expect(findPages(pages, ' ')).toHaveLength(10)
  expect(findPages(pages, 'zzqq')).toEqual([])
})

test('bold, names and code are told apart, and a name with underscores is one word', () => {
  expect(readHelp('## A\n\n**B** _c d_ `e` area_km2_x\n\n- one\n- two\n  lines\n')[0]?.blocks).toEqual([
    {
      kind: 'paragraph',
      pieces: [
        { as: 'b', text: 'B' },
        { as: 'text', text: ' ' },
        { as: 'i', text: 'c d' },
        { as: 'text', text: ' ' },
        { as: 'code', text: 'e' },
        { as: 'text', text: ' area_km2_x' },
      ],
    },
    { kind: 'list', items: [[{ as: 'text', text: 'one' }], [{ as: 'text', text: 'two lines' }]] },
  ])
})

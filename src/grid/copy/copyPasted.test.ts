import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainTrap, TRAP_CELLS, TRAPS } from '../../../e2e/support/copyTraps.ts'
import { sheetOf, type SheetCell } from '../../../e2e/support/libreOffice.ts'
import { copiedTexts } from './copyForms.ts'

/** What LibreOffice makes of a copy of the traps, asked anew by `npm run formats`; else as it was recorded. */
interface Pasted {
  /** Of the text that was pasted: another one has to be pasted again. */
  readonly hash: string
  readonly rows: readonly (readonly SheetCell[])[]
}

const RECORDED = new URL('../../../e2e/recorded/pasted.json.gz', import.meta.url)
const soffice = process.env['ROWAN_SOFFICE']

const copied = copiedTexts(TRAP_CELLS, 'table')
const kinds = { html: copied['text/html'] ?? '', tsv: copied['text/plain'] ?? '' }
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function pasteAnew(program: string): Promise<Record<keyof typeof kinds, Pasted>> {
  const html = { hash: hashOf(kinds.html), rows: await sheetOf(program, 'html', kinds.html) }
  const tsv = { hash: hashOf(kinds.tsv), rows: await sheetOf(program, 'tsv', kinds.tsv) }
  if (process.env['RECORD'] === '1') writeFileSync(RECORDED, gzipSync(JSON.stringify({ html, tsv })))
  return { html, tsv }
}

const recorded = (): Record<keyof typeof kinds, Pasted> => JSON.parse(gunzipSync(readFileSync(RECORDED)).toString())

const LONG = plainTrap(TRAPS.findIndex(([name]) => name === 'long text'))
const number = (text: string): SheetCell => ({ text, isText: false })
const words = (text: string): SheetCell => ({ text, isText: true })

/** What is another value or text in the cell, as neither form can say it otherwise; everything else is as it was sent. */
const CHANGED: Record<keyof typeof kinds, Readonly<Record<string, SheetCell>>> = {
  html: {
    'zeros at the end': number('12480.5'),
    // LibreOffice ends a line after so many characters, and reads a tab as a blank and not the first of the blanks.
    'long text': words(`${LONG.slice(0, 16_365)}\n${LONG.slice(16_365)}`),
    'a tab': words('a b'),
    'blanks around': words(' two  blanks  '),
    // A line end that ends a text is none in HTML; signs without a shape are left out.
    'line ends': words('one\ntwo\nthree\nfour'),
    'control characters': words('bell escape del\u007f'),
  },
  // Text with tabs has no types: whatever looks like a number, a day or a formula is taken as one.
  tsv: {
    'the largest whole number': number('9.22337203685478E+018'),
    'forty digits': number('1.23456789012346E+019'),
    'zeros at the end': number('12480.5'),
    'negative zero': number('0'),
    'a large exponent': number('1E+300'),
    'the year 1': number('0001-01-01'),
    'leading zeros': number('123'),
    'a formula': number('2'),
    'line ends': words('one\ntwo\nthree\nfour\n'),
  },
}

test.each(['html', 'tsv'] as const)(
  'a spreadsheet that takes the copy as %s has every value in its cell',
  async (kind) => {
    const { hash, rows } = (soffice === undefined ? recorded() : await pasteAnew(soffice))[kind]
    expect(hash, 'the copy is another one than was pasted: RECORD=1 npm run formats').toBe(hashOf(kinds[kind]))
    const [names, values, ...nulls] = rows
    expect(names).toEqual(TRAPS.map(([text]) => ({ text, isText: true })))
    for (const [at, [name]] of TRAPS.entries()) {
      const text = plainTrap(at)
      expect(values?.[at], name).toEqual(CHANGED[kind][name] ?? { text, isText: text !== '' })
    }
    // Rows at the end in which nothing stands are no rows of a sheet.
    expect(nulls.flat().filter(({ text }) => text !== '')).toEqual([])
  },
  600_000,
)

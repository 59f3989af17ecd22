import { expect, test } from 'vitest'
import type { Capabilities } from '../protocol/capabilities.ts'
import { abilityWords, capabilityLines, reachedWords, tokenWords } from './capabilityWords.ts'

const found: Capabilities = {
  checkedAt: 0,
  service: 'CKAN 2.11.3',
  tables: 38,
  sql: 'on',
  rowCap: 32_000,
  rangeFilters: 'no',
  totals: 'exact',
  token: 'none',
  writes: 'no',
  user: null,
}
const words = (card: Capabilities | null) =>
  Object.fromEntries(capabilityLines(card).map((line) => [line.term, line.words]))

test('a card in words', () => {
  expect(words(found)).toEqual({
    Version: '2.11.3',
    'Row cap': '32,000',
    SQL: 'on',
    'Range filters': 'equality only',
    Totals: 'exact',
    'Keyset paging': 'by SQL',
    Tables: '38',
    Writing: 'needs a token',
  })
})

test('what a server leaves open is said, not guessed', () => {
  const open: Capabilities = {
    ...found,
    service: null,
    rowCap: null,
    sql: 'unknown',
    rangeFilters: 'unknown',
    totals: 'unknown',
  }
  expect(words(open)).toMatchObject({
    Version: 'not told',
    'Row cap': 'not told',
    SQL: 'not told',
    'Keyset paging': 'not told',
  })
  expect(capabilityLines(null).every((line) => line.words === '–')).toBe(true)
})

test('pages follow one another by what there is', () => {
  expect(words({ ...found, rangeFilters: 'yes', sql: 'off' })['Keyset paging']).toBe('by _id')
  expect(words({ ...found, sql: 'off' })['Keyset paging']).toBe('by offset')
})

test('the dot and the token in words', () => {
  expect(abilityWords(found)).toBe('SQL and filters')
  expect(abilityWords({ sql: 'refused' })).toBe('filters only')
  expect(tokenWords(found)).toBeNull()
  expect(tokenWords({ token: 'accepted', user: 'vera' })).toBe('signed in as vera')
  expect(tokenWords({ token: 'refused', user: null })).toBe('token not accepted')
})

test('when the server was reached', () => {
  const noon = new Date(2026, 10, 20, 12, 5).getTime()
  expect(reachedWords(noon, noon + 60_000)).toBe('Reached at 12:05')
  expect(reachedWords(noon, noon + 80_000_000)).toBe('Reached yesterday at 12:05')
})

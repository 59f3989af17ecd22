import { expect, test } from 'vitest'
import type { Capabilities } from '../../../instances/profile/facts.ts'
import { emptyProfile } from '../../../instances/profile/profile.ts'
import { connectWords } from '../../../words/en/connect/connect.ts'
import { standingOf } from '../InstanceDot.tsx'
import { capabilityLines, reachedWords, tokenWords } from './capabilityLines.ts'

const found: Capabilities = {
  ...emptyProfile(),
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
  expect(words(found)).toMatchObject({
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

test('what a server leaves open is shown as open, not guessed', () => {
  const open: Capabilities = {
    ...found,
    service: null,
    rowCap: null,
    sql: 'unknown',
    rangeFilters: 'unknown',
    totals: 'unknown',
  }
  expect(words(open)).toMatchObject({
    Version: 'not stated',
    'Row cap': 'not stated',
    SQL: 'not stated',
    'Keyset paging': 'not stated',
  })
  expect(capabilityLines(null).every((line) => line.words === '–')).toBe(true)
})

test('paging by what the server can do', () => {
  expect(words({ ...found, rangeFilters: 'yes', sql: 'off' })['Keyset paging']).toBe('by _id')
  expect(words({ ...found, sql: 'off' })['Keyset paging']).toBe('by offset')
})

test('the dot and the token in words', () => {
  expect(connectWords.standings[standingOf(found)]).toBe('SQL and filters')
  expect(connectWords.standings[standingOf({ sql: 'refused' })]).toBe('filters only')
  expect(tokenWords(found)).toBeNull()
  expect(tokenWords({ token: 'accepted', user: 'vera' })).toBe('signed in as vera')
  expect(tokenWords({ token: 'refused', user: null })).toBe('token not accepted')
})

test('when the server was reached', () => {
  const noon = new Date(2026, 10, 20, 12, 5).getTime()
  expect(reachedWords(noon, noon + 60_000)).toBe('Reached at 12:05')
  expect(reachedWords(noon, noon + 80_000_000)).toBe('Reached yesterday at 12:05')
})

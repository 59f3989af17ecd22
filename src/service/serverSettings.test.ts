import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverSettings, shownPath } from './serverSettings.ts'

const read = (environment: Record<string, string>) => serverSettings(environment, '/')

const url = 'postgres://rowan@primary/rowan'

test("an address for users' statements belongs to a database", () => {
  const other = 'postgresql://reader@other:5433/rowan'
  expect(read({ DATABASE_URL: url }).sqlUrl).toBe(null)
  expect(read({ DATABASE_URL: url, DATABASE_SQL_URL: other }).sqlUrl).toBe(other)
  expect(() => read({ DATABASE_SQL_URL: other })).toThrow('DATABASE_URL run, and that is not set')
  expect(() => read({ DATABASE_URL: url, DATABASE_SQL_URL: 'other' })).toThrow('DATABASE_SQL_URL must begin with')
})

test('tables are placed by citus or not at all, and only on a database', () => {
  expect(read({ DATABASE_URL: url }).placement).toBe(null)
  expect(read({ DATABASE_URL: url, ROWAN_PLACEMENT: 'citus' }).placement).toBe('citus')
  expect(() => read({ DATABASE_URL: url, ROWAN_PLACEMENT: 'Citrus' })).toThrow(
    'must be citus, or not set, not "Citrus"',
  )
  expect(() => read({ ROWAN_PLACEMENT: 'citus' })).toThrow('DATABASE_URL, and that is not set')
})

test('a misspelt setting is refused with the nearest one, one of a test or a build is not', () => {
  expect(() => read({ ROWAN_PRVATE: '1' })).toThrow(
    'ROWAN_PRVATE is not a setting of this server, so it would do nothing. Did you mean ROWAN_PRIVATE?',
  )
  expect(read({ ROWAN_CHROMIUM: '/usr/bin/chromium', ROWAN_PRVATE: '', ROWAN_PRIVATE: '1' }).isPrivate).toBe(true)
})

test('a setting of an earlier version says what replaces it', () => {
  expect(() => read({ ROWAN_SLOW_READS: '2' })).toThrow('not a setting any more. Each kind of request has places')
  expect(() => read({ DATABASE_URL: url, DATABASE_READ_URL: url })).toThrow('let DATABASE_SQL_URL name a replica')
  expect(() => read({ DATABASE_URL: url, ROWAN_READER_MEMORY_MB: '256' })).toThrow('bounds PGlite only')
})

test('a token that no header can carry is refused', () => {
  for (const token of ['größer', 'two\nlines', 'a\u00a0b'])
    expect(() => read({ ROWAN_TOKEN: token })).toThrow('ROWAN_TOKEN has a character')
  expect(read({ ROWAN_TOKEN: 'with a blank & signs!' }).token).toBe('with a blank & signs!')
})

test('a path in the working directory is shown from there, any other whole', () => {
  expect(shownPath(process.cwd())).toBe('.')
  expect(shownPath(join(process.cwd(), '.rowan', 'tokens.json'))).toBe(join('.rowan', 'tokens.json'))
  expect(shownPath('/etc/rowan/tokens.json')).toBe('/etc/rowan/tokens.json')
})

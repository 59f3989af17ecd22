import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverSettings, shownPath } from './serverSettings.ts'

const read = (environment: Record<string, string>) => serverSettings(environment, '/')

test('replicas are separated by blanks or commas, and belong to a database', () => {
  const url = 'postgres://rowan@primary/rowan'
  const [one, other] = ['postgres://rowan@one/rowan', 'postgresql://rowan@other:5433/rowan']
  expect(read({ DATABASE_URL: url }).readUrls).toEqual([])
  expect(read({ DATABASE_URL: url, DATABASE_READ_URL: `${one}, ${other}\n` }).readUrls).toEqual([one, other])
  expect(() => read({ DATABASE_READ_URL: one ?? '' })).toThrow('DATABASE_URL, which is not set')
  expect(() => read({ DATABASE_URL: url, DATABASE_READ_URL: 'one two' })).toThrow('DATABASE_READ_URL must begin with')
  expect(() => read({ ROWAN_REPLICA_LAG_MS: 'soon' })).toThrow('ROWAN_REPLICA_LAG_MS must be a whole number')
})

test('a path in the working directory is shown from there, any other whole', () => {
  expect(shownPath(process.cwd())).toBe('.')
  expect(shownPath(join(process.cwd(), '.rowan', 'tokens.json'))).toBe(join('.rowan', 'tokens.json'))
  expect(shownPath('/etc/rowan/tokens.json')).toBe('/etc/rowan/tokens.json')
})

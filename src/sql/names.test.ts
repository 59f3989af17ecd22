import { loadModule, scanSync } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { keywordKind } from './keywords.ts'
import { nameOf, writtenName } from './names.ts'
import { tokensOf } from './tokens.ts'

beforeAll(loadModule)

const NAMES = (
  'id Id größe Größe 1st a$1 $a order values left year a"b it\'s 名前 _id b3b2c6f0-1111-4222-8333-444455556666 a.b a\\b a:b É 🐦' +
  ' non\u00a0break'
)
  .split(' ')
  .concat('two words', 'Case #', 'tab\t')

test.each(NAMES)('%j is written so that it is read back', (name) => {
  const written = writtenName(name)
  const [token] = tokensOf(written)
  expect(token?.end).toBe(written.length)
  expect(token && nameOf(written, token)).toBe(name)
})

test('Quotes stand only where they are needed', () => {
  expect(NAMES.filter((name) => writtenName(name) === name)).toEqual(['id', 'größe', 'a$1', 'year', '名前', '_id'])
})

test('The keywords are those of PostgreSQL, by its kinds', () => {
  const kinds = { 2: 'columnName', 3: 'typeOrFunction', 4: 'reserved' } as Readonly<Record<number, string>>
  for (const word of 'select values left year order lateral position users name is ilike only window'.split(' ')) {
    const kind = scanSync(word).tokens[0]?.keywordKind ?? 0
    expect([word, keywordKind(word)]).toEqual([word, kinds[kind] ?? null])
  }
})

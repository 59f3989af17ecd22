import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SqlAnswer } from '../protocol/answers.ts'
import { extentOfAnswer, type KnownOfAnswers } from './answerExtent.ts'
import { endsAtLimit } from './resultExtent.ts'

const NOTHING: KnownOfAnswers = { isTold: false, rowCap: null, gave: 0 }

interface Answered {
  readonly sql?: string
  readonly known?: Partial<KnownOfAnswers>
  readonly truncated?: boolean
  readonly next?: boolean | null
}

function extentOf(rows: number, { sql = 'SELECT 1', known = {}, truncated = false, next = null }: Answered = {}) {
  const answer: SqlAnswer = { fields: [], rows: Array.from({ length: rows }, () => []), truncated, lost: [] }
  return extentOfAnswer(sql, answer, 1, { ...NOTHING, ...known }, next)
}

test('what the server says of a cut holds', () => {
  expect(extentOf(7, { truncated: true })).toMatchObject({ cut: { at: 7, cause: 'serverCap' }, proof: 'none' })
})

test('no number of rows looks like a cut, and none like the whole', () => {
  for (const rows of [40, 50, 257, 2500, 3000]) {
    expect(extentOf(rows)).toMatchObject({ cut: null, proof: 'open' })
    expect(extentOf(rows, { next: false })).toMatchObject({ cut: null, proof: 'shown' })
    expect(extentOf(rows, { next: true })).toMatchObject({ cut: { at: rows, cause: 'silentCap' }, proof: 'none' })
  }
})

test('an answer with fewer rows than another one held is whole, as is one with as many as its statement wants', () => {
  expect(extentOf(50, { known: { gave: 51 } }).proof).toBe('shown')
  expect(extentOf(50, { known: { gave: 50 } }).proof).toBe('open')
  expect(extentOf(0).proof).toBe('shown')
  expect(extentOf(50, { sql: 'SELECT * FROM t LIMIT 50;' }).proof).toBe('shown')
  expect(extentOf(50, { sql: 'SELECT * FROM t limit 50 offset 10' }).proof).toBe('shown')
  expect(extentOf(50, { sql: 'SELECT * FROM t LIMIT 60' }).proof).toBe('open')
  expect(extentOf(50, { sql: 'SELECT * FROM t WHERE n = 50' }).proof).toBe('open')
})

test('an answer with as many rows as its LIMIT may have kept out others; one with fewer has not', () => {
  const known = { isTold: true }
  expect(endsAtLimit(extentOf(50, { sql: 'SELECT * FROM t LIMIT 50', known }))).toBe(true)
  expect(endsAtLimit(extentOf(50, { sql: 'SELECT * FROM t LIMIT 51', known }))).toBe(false)
  expect(endsAtLimit(extentOf(50, { sql: 'SELECT * FROM t', known }))).toBe(false)
  expect(endsAtLimit(extentOf(50, { sql: 'SELECT * FROM t LIMIT 50', truncated: true }))).toBe(false)
})

test('a server that says what it is says where it cuts', () => {
  expect(extentOf(50, { known: { isTold: true } }).proof).toBe('shown')
  expect(extentOf(50, { known: { isTold: true, rowCap: 32_000 } }).proof).toBe('shown')
  expect(extentOf(50, { known: { isTold: true, rowCap: 50 } }).proof).toBe('open')
})

test('an answer is never called complete that is not, whatever the cap, and whether it is told or not', () => {
  const server = fc.record({
    rows: fc.integer({ min: 0, max: 120 }),
    cap: fc.integer({ min: 1, max: 120 }),
    tells: fc.boolean(),
    others: fc.array(fc.integer({ min: 0, max: 200 })),
    isAsked: fc.boolean(),
  })
  fc.assert(
    fc.property(server, ({ rows, cap, tells, others, isAsked }) => {
      const given = Math.min(rows, cap)
      const gave = Math.max(0, ...others.map((other) => Math.min(other, cap)))
      const { proof, cut } = extentOf(given, {
        known: { gave },
        truncated: tells && rows > cap,
        next: isAsked ? rows > given : null,
      })
      if (proof === 'shown') expect(given).toBe(rows)
      if (cut !== null) expect(given).toBeLessThan(rows)
      if (isAsked) expect(proof === 'shown').toBe(given === rows)
    }),
  )
})

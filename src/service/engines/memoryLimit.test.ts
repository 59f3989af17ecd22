import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PGlite } from '@electric-sql/pglite'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { limitMemory } from './memoryLimit.ts'

let db: PGlite

beforeAll(async () => {
  db = await emptyPglite()
})

afterAll(() => db.close())

it('refuses a statement that needs more memory, and the next one is answered', async () => {
  const limit = limitMemory(db)
  const before = limit.bytes
  limit.allow(before + 10_000_000)
  await expect(db.query("select length(repeat('x', 200000000))")).rejects.toMatchObject({ code: '53200' })
  expect(limit.bytes).toBeLessThanOrEqual(before + 10_000_000)
  expect((await db.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
  limit.allow(before + 1_000_000_000)
  const { rows } = await db.query<{ n: number }>("select length(repeat('x', 50000000)) as n")
  expect(rows).toEqual([{ n: 50_000_000 }])
})

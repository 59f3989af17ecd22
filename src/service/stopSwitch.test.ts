import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { interruptible } from '../cli/interruptible.mjs'
import { createStopSwitch, type StopSwitch } from './stopSwitch.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))

describe('createStopSwitch', () => {
  let db: PGlite
  let stop: StopSwitch
  let isToEnd: () => boolean = () => false

  beforeAll(async () => {
    const pgliteWasmModule = await WebAssembly.compile(interruptible(await readFile(PROGRAM)))
    db = await PGlite.create({ pgliteWasmModule })
    stop = createStopSwitch(db, () => isToEnd())
  })
  afterAll(() => db.close())

  it('ends the statement in which it is told so, once, and PostgreSQL goes on', async () => {
    let asked = 0
    isToEnd = () => (asked += 1) === 100
    await db.exec('begin')
    stop.arm()
    await expect(db.query(LONG)).rejects.toMatchObject({ code: '57014' })
    expect(asked).toBe(100)
    stop.arm()
    await db.exec('rollback')
    const { rows } = await db.query(SHORT)
    expect(rows).toEqual([{ count: 1_000_000 }])
    expect(asked).toBeGreaterThan(100)
  })

  it('leaves statements alone that are not to end', async () => {
    let asked = 0
    isToEnd = () => {
      asked += 1
      return false
    }
    stop.arm()
    expect((await db.query(SHORT)).rows).toEqual([{ count: 1_000_000 }])
    expect(asked).toBeGreaterThan(0)
  })
})

describe('interruptible', () => {
  it('refuses a program that is not PostgreSQL', () => {
    expect(() => interruptible(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))).toThrow(
      'no longer is as it is known',
    )
  })
})

const LONG = 'SELECT count(*) FROM generate_series(1, 200000) a CROSS JOIN generate_series(1, 20000) b'
const SHORT = 'SELECT count(*)::int AS count FROM generate_series(1, 1000) a CROSS JOIN generate_series(1, 1000) b'

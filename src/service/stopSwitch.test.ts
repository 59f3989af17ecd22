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
  let readable: (url: string) => boolean = () => true

  beforeAll(async () => {
    const pgliteWasmModule = await WebAssembly.compile(interruptible(await readFile(PROGRAM)))
    db = await PGlite.create({ pgliteWasmModule })
    stop = createStopSwitch(db, (url) => readable(url))
  })
  afterAll(() => db.close())

  it('ends the statement that runs when its permit is taken back, once, and PostgreSQL goes on', async () => {
    readable = () => true
    expect(stop.permit('one')).toBe(true)
    const looks: string[] = []
    readable = (url) => {
      looks.push(url)
      return looks.length < 3
    }
    await db.exec('begin')
    stop.arm()
    await expect(db.query(LONG)).rejects.toMatchObject({ code: '57014' })
    expect(looks).toEqual(['one', 'one', 'one'])
    stop.arm()
    await db.exec('rollback')
    const { rows } = await db.query(SHORT)
    expect(rows).toEqual([{ count: 1_000_000 }])
    expect(looks).toHaveLength(3)
  })

  it('leaves statements alone while the permit can be read', async () => {
    let looks = 0
    readable = () => {
      looks += 1
      return true
    }
    stop.permit('two')
    stop.arm()
    const { rows } = await db.query(LONGER)
    expect(rows).toEqual([{ count: 8_000_000 }])
    expect(looks).toBeGreaterThan(0)
  })

  it('does not begin with a permit that can not be read', async () => {
    readable = () => false
    expect(stop.permit('three')).toBe(false)
    stop.arm()
    expect((await db.query(SHORT)).rows).toEqual([{ count: 1_000_000 }])
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
const LONGER = 'SELECT count(*)::int AS count FROM generate_series(1, 1000) a CROSS JOIN generate_series(1, 8000) b'

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { interruptible } from '../../src/cli/interruptible.mjs'
import { createPgliteSql } from '../../src/service/engines/pglite.ts'
import { watchProgramEnd } from '../../src/service/engines/programEnd.ts'
import { createStopSwitch } from '../../src/service/engines/stopSwitch.ts'
import type { Sql } from '../../src/service/sql/sql.ts'
import { emptyPglite } from './emptyPglite.ts'
import type { TestDatabase } from './testDatabases.ts'

/**
 * An empty PGlite in memory with the program that the server and the page run, whose stack is guarded. If it ends, the
 * statement fails with "The engine ended", and so do all after it. A statement is stopped after `longestMs`.
 */
export async function openGuardedPglite(longestMs = 30_000): Promise<TestDatabase> {
  program ??= readFile(PROGRAM).then((bytes) => WebAssembly.compile(interruptible(bytes)))
  const db = await emptyPglite({ pgliteWasmModule: await program })
  let until = Number.POSITIVE_INFINITY
  const stop = createStopSwitch(db, () => {
    const isToEnd = performance.now() > until
    if (isToEnd) until = Number.POSITIVE_INFINITY
    return isToEnd
  })
  watchProgramEnd(db, () => {
    // PGlite would call the program for ever; this it doesn't catch.
    Reflect.set(db.Module, '_pq_buffer_remaining_data', () => {
      throw new Error('The engine ended')
    })
  })
  const sql = createPgliteSql(db)
  const armed = (of: Pick<Sql, 'query'>): Pick<Sql, 'query'> => ({
    query(statement) {
      stop.arm()
      until = performance.now() + longestMs
      return of.query(statement)
    },
  })
  const database: Sql = {
    ...sql,
    ...armed(sql),
    transaction: (mode, work, settings) => sql.transaction(mode, (tx) => work(armed(tx)), settings),
  }
  return { engine: 'PGlite', database, drop: () => sql.close() }
}

let program: Promise<WebAssembly.Module> | undefined
const PROGRAM = fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))

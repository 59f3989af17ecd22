import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPglite } from '../../../e2e/support/testDatabases.ts'
import { createService } from '../service.ts'
import { SqlError, type Sql } from '../sql/sql.ts'
import { createDiskRoom, isDiskFullError, refuseWritesWithoutRoom } from './diskRoom.ts'

test('a reserve is held from the first write until it is released', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rowan-room-'))
  const reserve = join(folder, 'reserve')
  try {
    const room = createDiskRoom(folder)
    expect(room.isEnough()).toBe(true)
    expect((await stat(reserve)).size).toBe(16 * 1024 * 1024)
    room.release()
    await expect(stat(reserve)).rejects.toThrow('ENOENT')
    expect(room.isEnough()).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Each as it is while the disk is full. */
const full: readonly (readonly [string, (database: Sql) => Sql])[] = [
  [
    'the room is too little to begin',
    (database) => refuseWritesWithoutRoom(database, { release: () => undefined, isEnough: () => false }),
  ],
  [
    'PostgreSQL finds no room while it writes',
    (database) => ({
      ...database,
      transaction: (mode, work, settings) =>
        database.transaction(
          mode,
          async (tx) => {
            const done = await work(tx)
            if (mode === 'read only') return done
            throw new SqlError({ code: '53100', message: 'could not extend file "base/5/1": No space left on device' })
          },
          settings,
        ),
    }),
  ],
]

test.each(full)('where %s, writes are refused, reads answered, and all goes on when there is room', async (_, of) => {
  const opened = await openPglite()
  const { database } = opened
  let now = database
  try {
    const transaction: Sql['transaction'] = (...given) => now.transaction(...given)
    const access = () => ({ read: true, write: true })
    const handler = await createService({ ...database, transaction }, { access })
    const ask = (action: string, body: object) =>
      handler(
        new Request(`http://service.test/api/3/action/${action}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ resource_id: 'held', force: true, ...body }),
        }),
      )
    const add = () => ask('datastore_upsert', { method: 'insert', records: [{ a: 2 }] })
    expect((await ask('datastore_create', { records: [{ a: 1 }] })).status).toBe(200)
    now = of(database)
    const refused = await add()
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ success: false, error: { __type: 'Insufficient Storage' } })
    const read = await handler(new Request('http://service.test/api/3/action/datastore_search?resource_id=held'))
    expect(await read.json()).toMatchObject({ result: { total: 1 } })
    now = database
    expect((await add()).status).toBe(200)
  } finally {
    await opened.drop()
  }
})

test('what counts as a full disk', () => {
  expect(
    ['ENOSPC', 'EDQUOT', 'EFBIG', 'EACCES'].map((code) => isDiskFullError(Object.assign(new Error(), { code }))),
  ).toEqual([true, true, true, false])
  expect(isDiskFullError('ENOSPC')).toBe(false)
})

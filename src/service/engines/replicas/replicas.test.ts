import { beforeEach, describe, expect, test } from 'vitest'
import { receivedByOne } from './replicaConnections.ts'
import { ReplicaBehind, together, withReplicas, type Replica } from './replicas.ts'
import { joinedRows } from '../../sql/copiedRows.ts'
import { SqlError, type Sql } from '../../sql/sql.ts'

const GONE = new SqlError({ code: '57P01', message: 'terminating connection' })
const SELECT = { text: 'select', values: [] }

/** A server that answers every statement with its name, or fails. */
interface Server {
  readonly name: string
  failure: Error | null
  /** How far a replica is; what the primary has committed. */
  shown: bigint
  received: bigint
}

function sqlOf(server: Server, position = 0n): Sql {
  const answer = async () => {
    if (server.failure) throw server.failure
    if (server.shown < position) throw new ReplicaBehind('behind')
    return { rows: [[server.name]], columns: [], changed: 0 }
  }
  const sql: Sql = {
    query: answer,
    transaction: async (_mode, work) => work({ query: answer }),
    async *copy() {
      yield joinedRows([new TextEncoder().encode(String((await answer()).rows[0]))])
    },
    copiesAsItRuns: true,
    until: () => sql,
    close: () => Promise.resolve(),
  }
  return sql
}

function replicaOf(server: Server): Replica {
  return {
    place: server.name,
    upTo: (position) => sqlOf(server, position),
    received: async () => {
      if (server.failure) throw server.failure
      return server.received
    },
    close: () => Promise.resolve(),
  }
}

describe('reads from replicas', () => {
  let primary: Server
  let one: Server
  let other: Server
  let sql: Sql
  let time = 0
  let written = 0n
  let news: string[] = []

  beforeEach(() => {
    primary = { name: 'primary', failure: null, shown: 10n, received: 0n }
    one = { name: 'one', failure: null, shown: 10n, received: 10n }
    other = { name: 'other', failure: null, shown: 10n, received: 10n }
    time = 0
    written = 0n
    news = []
    const position = async () => {
      if (primary.failure) throw primary.failure
      return primary.shown
    }
    sql = withReplicas({ sql: sqlOf(primary), position, written: () => written }, [one, other].map(replicaOf), {
      now: () => time,
      say: (words) => news.push(words),
    })
  })

  const read = async () => (await sql.until?.(null).query(SELECT))?.rows[0]?.[0]

  test('go to a replica, statements in a transaction too; changes go to the primary', async () => {
    expect(await read()).toBe('one')
    const statement = sql.until?.(null).transaction('read only', (tx) => tx.query(SELECT))
    expect((await statement)?.rows).toEqual([['one']])
    expect((await sql.query(SELECT)).rows).toEqual([['primary']])
    expect((await sql.transaction('read write', (tx) => tx.query(SELECT))).rows).toEqual([['primary']])
  })

  test('of a whole table go to a replica, and to another if it dies before the first row', async () => {
    const copied = async () => {
      let text = ''
      for await (const rows of sql.until?.(null).copy('') ?? []) text += Buffer.from(rows.bytes).toString()
      return text
    }
    expect(await copied()).toBe('one')
    one.failure = GONE
    expect(await copied()).toBe('other')
  })

  test('are spread over the replicas', async () => {
    expect(await Promise.all([read(), read()])).toEqual(['one', 'other'])
  })

  test('never see less than what the primary has committed', async () => {
    primary.shown = 11n
    one.shown = 11n
    expect(await Promise.all([read(), read()])).toEqual(['one', 'one'])
    primary.shown = 12n
    expect(await read()).toBe('primary')
    expect(news).toEqual([
      'The replica other is behind: reads go elsewhere',
      'The replica one is behind: reads go elsewhere',
    ])
  })

  test('are repeated elsewhere when a replica dies, which is taken back when it is well', async () => {
    one.failure = GONE
    expect(await read()).toBe('other')
    one.failure = null
    expect(await Promise.all([read(), read()])).toEqual(['other', 'other'])
    time = 500
    await read()
    await expect
      .poll(() => news)
      .toEqual(['The replica one is out of reach: reads go elsewhere', 'The replica one answers reads again'])
    expect(await read()).toBe('one')
  })

  test('are not repeated when the statement is at fault', async () => {
    one.failure = new SqlError({ code: '42P01', message: 'no such table' })
    await expect(read()).rejects.toBe(one.failure)
    expect(news).toEqual([])
  })

  test('that a replica ends for a change are repeated, and it stays', async () => {
    one.failure = new SqlError({ code: '40001', message: 'conflict with recovery' })
    expect(await read()).toBe('other')
    expect(news).toEqual([])
  })

  test('go on without the primary, where most has been received and all that was written here', async () => {
    primary.failure = GONE
    other.received = 12n
    other.shown = 12n
    expect(await Promise.all([read(), read()])).toEqual(['other', 'other'])
    written = 13n
    await expect(read()).rejects.toMatchObject({ code: '57P03' })
    await expect(sql.transaction('read write', (tx) => tx.query(SELECT))).rejects.toBe(GONE)
    one.shown = 13n
    expect(await read()).toBe('one')
  })

  test('wait without the primary for what has arrived and is shown a moment later', async () => {
    primary.failure = GONE
    one.received = 12n
    other.failure = GONE
    let looks = 0
    Object.defineProperty(one, 'shown', { get: () => ((looks += 1) < 4 ? 11n : 12n) })
    expect(await read()).toBe('one')
    expect(looks).toBe(4)
  })
})

test('a question for all is asked again for those who come while it is under way', async () => {
  const open: ((answer: number) => void)[] = []
  const ask = together(() => new Promise<number>((resolve) => open.push(resolve)))
  const early = [ask(), ask()]
  await expect.poll(() => open.length).toBe(1)
  const late = [ask(), ask()]
  open[0]?.(1)
  expect(await Promise.all(early)).toEqual([1, 1])
  await expect.poll(() => open.length).toBe(2)
  open[1]?.(2)
  expect(await Promise.all(late)).toEqual([2, 2])
})

test('a change waits until one replica has received it, and for no replica that is gone', async () => {
  let received = 0n
  const one = { received: () => Promise.resolve(received) }
  const gone = { received: () => Promise.reject(GONE) }
  let isDone = false
  const waiting = receivedByOne([gone, one], 2n, 60_000).finally(() => (isDone = true))
  received = 1n
  await one.received()
  expect(isDone).toBe(false)
  received = 2n
  expect(await waiting).toBe(true)
  expect(await receivedByOne([gone, gone], 3n, 60_000)).toBe(false)
  expect(await receivedByOne([one], 3n, 1)).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { unknownProfile } from '../../../../e2e/support/unknownProfile.ts'
import { readTable } from '../../../formats/readTable.ts'
import { NetworkError } from '../../../instances/transport/networkError.ts'
import { jsonElements, jsonMember, jsonToPlain } from '../../../protocol/jsonText.ts'
import { InDoubtError } from '../../write/settled.ts'
import { NOTHING_LOADED, type LoadProgress } from '../load/loadRecords.ts'
import { isSplitAt, oldRecords, removeRecords, type RemovingClient } from './removeRecords.ts'
import { sendRecords, StillInDoubtError, type IntoPlan } from './sendRecords.ts'

const { signal } = new AbortController()

/** A table whose server may drop the connection before or after it stores one batch. */
function playedTable(old: number) {
  const rows: { id: number; n: string }[] = Array.from({ length: old }, (_, at) => ({ id: at + 1, n: 'old' }))
  let nextId = old + 1
  const played = { cut: null as 'before' | 'after' | null, at: 0, counts: true, batches: 0, deletes: 0 }
  const lost = () => new NetworkError({ code: 'deviceOffline' }, { mayBeStored: true })
  const client: RemovingClient = {
    profile: unknownProfile(),
    identity: 'someone',
    search: (params) => {
      const ids = params['sort'] === '_id desc' ? rows.toReversed() : rows
      const from = Number(params['offset'] ?? 0)
      const shown = ids.slice(from, from + Number(params['limit']))
      return Promise.resolve({
        answer: {
          fields: [{ id: '_id', type: 'int' }],
          rows: shown.map(({ id }) => [String(id)]),
          total: played.counts ? rows.length : null,
          totalIsEstimate: !played.counts,
          limit: null,
        },
        leftOut: [],
        milliseconds: 1,
      })
    },
    write: (action, params) => {
      if (action === 'datastore_upsert') {
        played.batches += 1
        const isCut = played.batches === played.at ? played.cut : null
        if (isCut === 'before') return Promise.reject(lost())
        for (const record of jsonElements(jsonMember(params, 'records') ?? '[]')) {
          rows.push({ id: nextId, n: jsonToPlain(jsonMember(record, 'n') ?? 'null') })
          nextId += 1
        }
        return isCut === 'after' ? Promise.reject(lost()) : answered()
      }
      played.deletes += 1
      const wanted = jsonMember(jsonMember(params, 'filters') ?? '{}', '_id') ?? '{}'
      const isMeant = (id: number) => {
        if (wanted.startsWith('[')) return jsonElements(wanted).some((each) => Number(each) === id)
        const [gt, lte] = [jsonMember(wanted, 'gt'), jsonMember(wanted, 'lte')]
        return id > Number(gt ?? -Infinity) && id <= Number(lte ?? Infinity)
      }
      const kept = rows.filter(({ id }) => !isMeant(id))
      rows.splice(0, rows.length, ...kept)
      return played.cut === 'before' && played.deletes === played.at ? Promise.reject(lost()) : answered()
    },
  }
  return { client, rows, played }
}

const answered = () => Promise.resolve({ answer: '{"resource_id":"t"}', milliseconds: 1 })

async function planOf(rows: number, way: IntoPlan['way'] = 'add'): Promise<IntoPlan> {
  const text = `n\n${Array.from({ length: rows }, (_, at) => String(at)).join('\n')}\n`
  const file = await readTable(new File([text], 'n.csv'), { signal, onProgress: () => undefined })
  const columns = [{ name: 'n', type: 'int4', isKey: false }]
  const table = { id: 't', columns, key: [], records: 3, canTry: false, deletes: 'lists' } as const
  return { way, table, file, columns: [{ name: 'n', type: 'int4' }], key: [] }
}

describe('records of a file that are added to a table without a key', () => {
  test.each((['before', 'after'] as const).flatMap((cut) => [1, 2, 3].map((at) => [cut, at] as const)))(
    'come once each, if the connection is cut %s batch %d is stored and the load goes on',
    async (cut, at) => {
      const { client, rows, played } = playedTable(3)
      Object.assign(played, { cut, at })
      const plan = await planOf(4100)
      let progress: LoadProgress = NOTHING_LOADED
      const options = { signal, waits: [0], onProgress: (now: LoadProgress) => (progress = now) }
      const send = () => sendRecords(client, plan, { before: 3, done: progress }, options)
      await send().catch((error: unknown) => expect(error).toBeInstanceOf(InDoubtError))
      if (progress.loaded < 4100) await send()
      expect(rows.filter(({ n }) => n !== 'old').map(({ n }) => Number(n))).toEqual(
        Array.from({ length: 4100 }, (_, each) => each),
      )
    },
  )

  test('are not sent again where no number shows what is stored, and it is told which', async () => {
    const { client, rows, played } = playedTable(3)
    Object.assign(played, { cut: 'after', at: 2 })
    const plan = await planOf(4100)
    let progress: LoadProgress = NOTHING_LOADED
    const options = { signal, waits: [0], onProgress: (now: LoadProgress) => (progress = now) }
    // Somebody else adds a record in the same moment.
    const { write } = client
    client.write = (...call) => {
      if (played.batches === 1) rows.push({ id: 99_999, n: 'other' })
      return write(...call)
    }
    await expect(sendRecords(client, plan, { before: 3, done: progress }, options)).rejects.toThrow(InDoubtError)
    expect(progress).toMatchObject({ loaded: 2000, through: 2001, doubt: { first: 2002, last: 4001, count: 2000 } })
    const sent = played.batches
    await expect(sendRecords(client, plan, { before: 3, done: progress }, options)).rejects.toThrow(StillInDoubtError)
    expect(played.batches).toBe(sent)
  })
})

describe('old records', () => {
  test.each(['ranges', 'lists'] as const)('go when the new ones are in, by %s', async (deletes) => {
    const { client, rows, played } = playedTable(2500)
    const old = await oldRecords(client, 't', signal)
    const plan = await planOf(30, 'replace')
    await sendRecords(
      client,
      plan,
      { before: old.count, done: NOTHING_LOADED },
      { signal, onProgress: () => undefined },
    )
    expect(await isSplitAt(client, 't', old, 30, signal)).toBe(true)
    await removeRecords(client, { id: 't', deletes }, { upTo: old.last ?? '' }, { signal, onProgress: () => undefined })
    expect(rows).toHaveLength(30)
    expect(rows.some(({ n }) => n === 'old')).toBe(false)
    expect(played.deletes).toBe(deletes === 'ranges' ? 1 : 3)
  })

  test.each(['ranges', 'lists'] as const)('stay when the new ones are taken back, by %s', async (deletes) => {
    const { client, rows } = playedTable(3)
    const plan = await planOf(1500, 'replace')
    await sendRecords(client, plan, { before: 3, done: NOTHING_LOADED }, { signal, onProgress: () => undefined })
    await removeRecords(client, { id: 't', deletes }, { after: '3' }, { signal, onProgress: () => undefined })
    expect(rows.map(({ n }) => n)).toEqual(['old', 'old', 'old'])
  })

  test('are not told from new ones after somebody else has changed the table', async () => {
    const { client, rows } = playedTable(3)
    const old = await oldRecords(client, 't', signal)
    rows.push({ id: 4, n: 'other' })
    expect(await isSplitAt(client, 't', old, 0, signal)).toBe(false)
    rows.shift()
    expect(await isSplitAt(client, 't', old, 0, signal)).toBe(false)
    expect(await isSplitAt(client, 't', { last: null, count: 3 }, 0, signal)).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { ActionError } from '../../../protocol/envelope.ts'
import { jsonElements, jsonMember, type JsonText } from '../../../protocol/jsonText.ts'
import { unknownProfile } from '../../../../e2e/support/unknownProfile.ts'
import { loadRecords, type LoadedRecord } from './loadRecords.ts'

const profile = unknownProfile()
const search = () => Promise.reject(new Error('Nothing is to be looked for'))

/** A service that stores all records of a call, or none if one of them says "bad"; it may name the bad one. */
function service(namesRow: boolean) {
  const stored: JsonText[] = []
  const batches: number[] = []
  const write = (_action: string, params: JsonText) => {
    const records = jsonElements(jsonMember(params, 'records') ?? '[]')
    batches.push(records.length)
    const bad = records.findIndex((record) => record.includes('bad'))
    if (bad === -1) {
      stored.push(...records)
      return Promise.resolve({ answer: '{"resource_id": "r"}', milliseconds: 1 })
    }
    const fields = { records: ['not so'], ...(namesRow ? { records_row: [String(bad)] } : {}) }
    return Promise.reject(new ActionError({ kind: 'validation', status: 409, message: 'records: not so', fields }))
  }
  return { client: { write, search, profile, identity: 'someone' }, stored, batches }
}

async function* rows(count: number, bad: readonly number[]): AsyncGenerator<LoadedRecord> {
  for (let line = 1; line <= count; line += 1) {
    const cells = [bad.includes(line) ? 'bad' : String(line)]
    yield await Promise.resolve({ record: { line, cells }, json: JSON.stringify(cells) })
  }
}

const options = {
  method: 'insert',
  before: 0,
  signal: new AbortController().signal,
  onProgress: () => undefined,
} as const

describe('a load', () => {
  test.each([true, false])('sets refused rows aside and stores the others in order (row named: %s)', async (named) => {
    const { client, stored } = service(named)
    const result = await loadRecords(client, 'r', rows(4100, [1, 777, 778, 4100]), options)
    expect(result.loaded).toBe(4096)
    expect(result.refused.map(({ line, problem }) => [line, problem])).toEqual(
      [1, 777, 778, 4100].map((line) => [line, { kind: 'refused', reason: 'not so' }]),
    )
    const lines = stored.map((record) => Number(record.replaceAll(/\D/g, '')))
    expect(lines).toEqual(lines.toSorted((a, b) => a - b))
  })

  test('goes in batches of at most 2,000 records', async () => {
    const { client, batches } = service(true)
    await loadRecords(client, 'r', rows(4100, []), options)
    expect(batches).toEqual([2000, 2000, 100])
  })

  test('ends when nothing is taken, whatever the record, and does not ask for each of them', async () => {
    const { client, batches } = service(true)
    const write = (action: string, params: JsonText) =>
      client.write(action, params).catch(() => {
        throw new ActionError({ kind: 'badRequest', status: 400, message: 'There is no such action' })
      })
    const load = loadRecords(
      { ...client, write },
      'r',
      rows(
        2000,
        Array.from({ length: 2001 }, (_, at) => at),
      ),
      options,
    )
    await expect(load).rejects.toThrow('There is no such action')
    expect(batches.length).toBeLessThan(100)
  })

  test('ends when the server refuses the user, not the record', async () => {
    const refusal = new ActionError({ kind: 'notAuthorized', status: 403, message: 'no' })
    const write = () => Promise.reject(refusal)
    await expect(loadRecords({ ...service(true).client, write }, 'r', rows(3, []), options)).rejects.toBe(refusal)
  })

  test('ends when stopped, and sends no further batch', async () => {
    const stop = new AbortController()
    const { client, batches } = service(true)
    const load = loadRecords(client, 'r', rows(6000, []), {
      ...options,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    await expect(load).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
    expect(batches).toEqual([2000])
  })
})

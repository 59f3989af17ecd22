import { describe, expect, test } from 'vitest'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { ActionError, readEnvelope } from '../../protocol/envelope.ts'
import { confirmed, InDoubtError, leavesDoubt, lookAgain, settle } from './settled.ts'

const lost = new NetworkError({ code: 'answerBrokeOff', host: 'h', bytes: 0 }, { mayBeStored: true })

/** A change that fails so; what the looks give, one after the other: what was made, null, or an error. */
function change(fault: Error, looks: readonly (string | null | Error)[]) {
  const left = [...looks]
  const did = { sent: 0, looked: 0 }
  return {
    did,
    send: () => {
      did.sent += 1
      return Promise.reject(fault)
    },
    look: () => {
      did.looked += 1
      const seen = left.shift() ?? null
      return seen instanceof Error ? Promise.reject(seen) : Promise.resolve(seen)
    },
  }
}

function answered(status: number, body: string): Error {
  try {
    confirmed(readEnvelope(status, body))
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('This answer confirms the change')
}

describe('an answer to a change', () => {
  test.each([
    [200, 'true'],
    [200, '"OK"'],
    [200, '{}'],
    [200, '{"id": 7}'],
    [204, ''],
    [200, '{"success": true}'],
    [200, '{"success": true, "result": true}'],
    [200, '<html></html>'],
    [500, '<html></html>'],
    [504, ''],
  ])('%d with %j leaves in doubt whether it was stored', (status, body) => {
    expect(leavesDoubt(answered(status, body))).toBe(true)
  })

  test.each([
    [409, '{"success": false, "error": {"__type": "Validation Error", "records": ["no"]}}'],
    [200, '{"success": false, "error": {"message": "no"}}'],
    [403, ''],
    [413, ''],
    [429, ''],
  ])('%d with %j refuses it', (status, body) => {
    expect(leavesDoubt(answered(status, body))).toBe(false)
  })

  test('confirms it by naming the table', () => {
    const result = '{"resource_id": "r", "method": "insert"}'
    expect(confirmed(readEnvelope(200, `{"success": true, "result": ${result}}`))).toBe(result)
  })
})

describe('a change in doubt', () => {
  test('is stored if it is seen, and is never sent twice', async () => {
    const made = change(answered(204, ''), ['made'])
    expect(await settle(made)).toBe('made')
    expect(made.did).toEqual({ sent: 1, looked: 1 })
  })

  test('is looked for several times if the server may still be at it', async () => {
    const late = change(lost, [null, null, 'made'])
    expect(await settle(late, [0, 1, 1])).toBe('made')
    const never = change(lost, [])
    await expect(settle(never, [0, 1, 1])).rejects.toMatchObject({ found: 'notYet', isOpen: true, cause: lost })
    expect(never.did).toEqual({ sent: 1, looked: 3 })
  })

  test('is not stored if it is not there although the answer came', async () => {
    await expect(settle(change(answered(200, 'true'), [null]))).rejects.toMatchObject({
      found: 'absent',
      isOpen: false,
    })
  })

  test('stays in doubt if the page can not see it; looking again ends that', async () => {
    const unseen = change(lost, [new Error('no'), new Error('no'), null])
    const doubt: unknown = await settle(unseen, [0]).catch((error: unknown) => error)
    if (!(doubt instanceof InDoubtError)) throw new Error('It should be in doubt')
    expect(doubt.found).toBe('notSeen')
    await expect(lookAgain(unseen, doubt)).rejects.toMatchObject({ found: 'notSeen' })
    await expect(lookAgain(unseen, doubt)).rejects.toMatchObject({ found: 'absent' })
    expect(unseen.did.sent).toBe(1)
  })

  test('a refusal is not looked for', async () => {
    const refusal = new ActionError({ kind: 'validation', status: 409, message: 'no' })
    const refused = change(refusal, [])
    await expect(settle(refused)).rejects.toBe(refusal)
    expect(refused.did.looked).toBe(0)
  })
})

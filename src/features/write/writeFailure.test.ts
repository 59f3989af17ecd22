import { expect, test } from 'vitest'
import { ActionError } from '../../protocol/envelope.ts'
import { forceOf, learning } from './force.ts'
import { changeAnyway, lockOf } from './locks.ts'
import { InDoubtError, UnconfirmedError } from './settled.ts'
import { storedAfter, writeFailure } from './writeFailure.ts'

const asked = { instance: 'Northern Rivers', table: 'gauges', hasToken: true }
const readOnly = new ActionError({
  kind: 'validation',
  status: 409,
  message: 'read-only: Cannot edit read-only resource',
  fields: { 'read-only': ['Cannot edit read-only resource'] },
  serverText: '{}',
})

test('a change in doubt is told with what the page found, and is not offered again', () => {
  const empty = new ActionError({
    kind: 'server',
    status: 204,
    problem: { code: 'notAnAnswer', status: 204, body: 'isEmpty' },
  })
  expect(writeFailure(new InDoubtError('absent', empty), asked)).toEqual({
    what: 'The server answered 204 with an empty body instead of an API answer.',
    remedy: 'The page has looked: nothing was stored.',
    serverText: null,
  })
  expect(writeFailure(new InDoubtError('notSeen', new UnconfirmedError('no')), asked)).toEqual({
    what: "The server's answer doesn't say whether the change was stored.",
    remedy: "The page couldn't see whether it was stored.",
    serverText: null,
  })
  expect(storedAfter(new InDoubtError('absent', empty), 2000, 'no')).toBe(
    '2,000 records are stored, and nothing of the batch after them.',
  )
  expect(storedAfter(new InDoubtError('notYet', empty), 2000, 'no')).toBe(
    '2,000 records are stored for certain; the batch that was on its way may be stored too.',
  )
})

test('a read-only table is explained and remembered, and forced once someone chose to', async () => {
  const client = { identity: 'someone' }
  expect(writeFailure(readOnly, asked)).toEqual({
    what: 'This table comes from a file or a link, so Northern Rivers keeps it read-only.',
    remedy: 'Changes made here are lost when the server loads that file again.',
    serverText: '{}',
  })
  await expect(learning(client, 'r', () => Promise.reject(readOnly))).rejects.toBe(readOnly)
  expect(lockOf(client, 'r')).toBe('readOnly')
  expect(forceOf(client, 'r')).toEqual({})
  changeAnyway(client, 'r')
  expect(forceOf(client, 'r')).toEqual({ force: true })
  await expect(learning(client, 'r', () => Promise.reject(readOnly))).rejects.toBe(readOnly)
  expect(lockOf(client, 'r')).toBe('anyway')
  expect(lockOf({ identity: 'someone else' }, 'r')).toBeNull()
})

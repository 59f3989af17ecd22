import { expect, test } from 'vitest'
import type { KnownCopy } from '../copies/knownCopy.ts'
import type { Field } from '../protocol/field.ts'
import { createMirrors } from './mirroredCopy.ts'

const fieldsOf = (names: string): readonly Field[] => names.split('').map((id) => ({ id, type: 'int4' }))

function copyOf(id: string, at = 1, records = 10): KnownCopy {
  return {
    id,
    place: '[]',
    resource: id,
    title: id,
    narrowed: [],
    fields: 4,
    asText: [],
    bytes: 1,
    begun: at,
    at,
    records,
    total: records,
    isComplete: true,
    withToken: false,
    words: false,
    halt: null,
    refresh: null,
    since: null,
  }
}

/** Mirrors with room for three columns of 100 bytes, and what they did. */
function smallMirrors() {
  const done: string[] = []
  const lose: (() => void)[] = []
  const mirrors = createMirrors({
    mostBytes: 300,
    createCalls: (onLost) => {
      lose.push(onLost)
      return {
        call: (call) => {
          if (call.kind === 'drop') done.push(`left ${call.copy}: ${call.columns?.join('') ?? 'all'}`)
          return Promise.resolve(null)
        },
        end: onLost,
      }
    },
    read: (_, name, { fields }) => {
      done.push(`read ${name}: ${fields.map(({ id }) => id).join('')}`)
      return Promise.resolve(fields.map(() => 100))
    },
  })
  const bring = (known: KnownCopy, names: string) => mirrors(known).bring(fieldsOf(names), undefined)
  return { bring, done, lose: () => lose.forEach((each) => each()) }
}

test('what was not asked about for longest makes room, of whichever copy it is', async () => {
  const { bring, done } = smallMirrors()
  await bring(copyOf('one'), 'ab')
  await bring(copyOf('two'), 'a')
  await bring(copyOf('one'), 'a')
  expect(done.splice(0)).toEqual(['read one 1 10: ab', 'read two 1 10: a'])
  await bring(copyOf('two'), 'c')
  expect(done.splice(0)).toEqual(['read two 1 10: c', 'left one 1 10: b'])
  await bring(copyOf('one'), 'ab')
  expect(done).toEqual(['read one 1 10: b', 'left two 1 10: a'])
})

test('columns that were read together stay, however large they are, and the others are left', async () => {
  const { bring, done } = smallMirrors()
  await bring(copyOf('one'), 'a')
  await bring(copyOf('one'), 'bcde')
  expect(done).toEqual(['read one 1 10: a', 'read one 1 10: bcde', 'left one 1 10: a'])
})

test('columns of another copy that are called the same make room, too', async () => {
  const { bring, done } = smallMirrors()
  await bring(copyOf('one'), 'abc')
  await bring(copyOf('two'), 'ab')
  expect(done).toEqual(['read one 1 10: abc', 'read two 1 10: ab', 'left one 1 10: a', 'left one 1 10: b'])
})

test('a copy that was refreshed or went on is read again, and what was held of it is left', async () => {
  const { bring, done } = smallMirrors()
  await bring(copyOf('one'), 'ab')
  await bring(copyOf('one', 2), 'a')
  await bring(copyOf('one', 2, 11), 'a')
  expect(done).toEqual([
    'read one 1 10: ab',
    'left one 1 10: all',
    'read one 2 10: a',
    'left one 2 10: all',
    'read one 2 11: a',
  ])
})

test('what a lost worker held is read again', async () => {
  const { bring, done, lose } = smallMirrors()
  await bring(copyOf('one'), 'a')
  lose()
  await bring(copyOf('one'), 'a')
  expect(done).toEqual(['read one 1 10: a', 'read one 1 10: a'])
})

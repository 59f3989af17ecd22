import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readInstanceFile, writeInstanceFile } from './instanceFile.ts'
import { thisBrowser, type Instance } from '../instances/instance.ts'

const own: Instance = {
  id: 'own:1',
  title: 'Rivers',
  baseUrl: 'https://rivers.example/ckan',
  prefix: '/api/3/action',
  tokenHeader: 'X-CKAN-API-Key',
  resource: 'levels',
  origin: 'own',
}
const hosted: Instance = { ...own, id: 'settings:1', baseUrl: 'https://hosted.example', origin: 'settings' }

const file = (...instances: unknown[]) => JSON.stringify({ version: 1, instances })

describe('a file of instances', () => {
  test('brings them to another device, with ids of their own', () => {
    const read = readInstanceFile(writeInstanceFile([own, hosted, thisBrowser], []), [])
    expect(read).toMatchObject({ updated: [], leftOut: [], problem: null })
    const { id, origin, ...words } = own
    expect(read.added).toMatchObject([words, { baseUrl: hosted.baseUrl }])
    expect(read.added.map((each) => each.id)).not.toContain(id)
    expect(origin).toBe('own')
  })

  test('changes one of the same address, and says what it leaves out and why', () => {
    const text = file(
      { title: 'Rivers and lakes', url: own.baseUrl, prefix: own.prefix, tokenHeader: own.tokenHeader },
      { title: 'Hosted', url: hosted.baseUrl, prefix: hosted.prefix },
      { title: 'Relative', url: '../ckan' },
      { title: 'No address', url: '' },
      { title: 'Script', url: 'javascript:alert(1)' },
      { title: 'With a password', url: 'https://user:canary@rivers.example' },
      'not even an object',
    )
    const read = readInstanceFile(text, [own, hosted])
    expect(read.added).toEqual([])
    expect(read.updated).toEqual([
      {
        id: own.id,
        title: 'Rivers and lakes',
        baseUrl: own.baseUrl,
        prefix: own.prefix,
        tokenHeader: own.tokenHeader,
        resource: null,
      },
    ])
    expect(read.leftOut).toEqual([
      ...[3, 4, 5, 6].map((place) => ({ title: `Entry ${place}`, why: 'has a "url" that is not an address' })),
      { title: 'Entry 7', why: 'is not an object' },
      { title: 'Hosted', why: 'the host of this page sets this instance' },
    ])
    expect(readInstanceFile(writeInstanceFile([own], []), [own]).leftOut).toEqual([
      { title: 'Rivers', why: 'it is here already' },
    ])
  })

  test('knows two instances of one site by their prefixes', () => {
    const other = { ...own, prefix: '/de/api/3/action' }
    const read = readInstanceFile(writeInstanceFile([own, other], []), [own])
    expect(read.added.map(({ prefix }) => prefix)).toEqual([other.prefix])
    expect(read.leftOut).toEqual([{ title: 'Rivers', why: 'it is here already' }])
  })

  test('takes up neither ids nor tokens that were written into it', () => {
    const text = file({ id: own.id, title: 'Evil', url: 'https://evil.example', token: 'canary' })
    const { added } = readInstanceFile(text, [own])
    expect(added).toHaveLength(1)
    expect(added[0]?.id).not.toBe(own.id)
    expect(JSON.stringify(added)).not.toContain('canary')
  })

  test.each([
    ['not JSON', 'The file is not JSON.'],
    ['[]', 'The file has to be an object with "version": 1 and a list "instances".'],
    ['{"version":2,"instances":[]}', 'The file has version 2; this page reads version 1.'],
    [' '.repeat(1_000_001), 'The file is larger than 1 MB, which no list of instances is.'],
  ])('that is no list of instances is refused in words', (text, problem) => {
    expect(readInstanceFile(text, [own])).toEqual({ added: [], updated: [], leftOut: [], problem })
  })

  test('never throws, and what it adds has an address', () => {
    const entry = fc.record(
      { title: fc.string(), url: fc.oneof(fc.webUrl(), fc.string()), prefix: fc.string(), resource: fc.string() },
      { requiredKeys: [] },
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.array(fc.oneof(entry, fc.jsonValue())).map((list) => file(...list)),
    )
    fc.assert(
      fc.property(text, (hostile) => {
        for (const { baseUrl, prefix } of readInstanceFile(hostile, [own]).added) {
          const { origin } = new URL(baseUrl)
          expect(new URL(`${baseUrl}${prefix}/datastore_search`).origin).toBe(origin)
        }
      }),
    )
  })
})

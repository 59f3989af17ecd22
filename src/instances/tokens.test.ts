import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../e2e/support/memoryStorage.ts'
import { createTokenStore } from './tokens.ts'

const a = { id: 'a', baseUrl: 'https://data.example/ckan', tokenHeader: 'Authorization' }
const owner = (id: string) => ({ ...a, id })

function stores() {
  const tab = new Map<string, string>()
  const device = new Map<string, string>()
  return { tab, device, tokens: createTokenStore(memoryStorage(tab), memoryStorage(device)) }
}

describe('a token', () => {
  test('is kept for the tab alone unless it is to be remembered', () => {
    const { tokens, tab, device } = stores()
    tokens.set(a, 'canary', false)
    expect(tokens.get(a)).toEqual({ token: 'canary', remembered: false })
    expect([...tab.values()]).toEqual([expect.stringContaining('canary')])
    expect(device.size).toBe(0)
  })

  test('that is remembered lies on the device alone, and is found by a new tab', () => {
    const { tokens, tab, device } = stores()
    tokens.set(a, 'canary', false)
    tokens.set(a, 'canary', true)
    expect(tab.size).toBe(0)
    expect(createTokenStore(memoryStorage(), memoryStorage(device)).get(a)).toEqual({
      token: 'canary',
      remembered: true,
    })
  })

  test('that is forgotten is nowhere', () => {
    const { tokens, tab, device } = stores()
    tokens.set(a, 'canary', true)
    tokens.set(a, null, true)
    expect(tokens.get(a)).toEqual({ token: null, remembered: false })
    tokens.set(a, '', false)
    expect([tab.size, device.size]).toEqual([0, 0])
  })

  test('is given for no other origin and no other header than it was entered for', () => {
    const { tokens, device } = stores()
    tokens.set(a, 'canary', true)
    const other = createTokenStore(memoryStorage(), memoryStorage(device))
    expect(other.get({ ...a, baseUrl: 'https://data.example/elsewhere' }).token).toBe('canary')
    for (const changed of [
      { baseUrl: 'https://evil.example/ckan' },
      { baseUrl: 'http://data.example/ckan' },
      { baseUrl: 'https://data.example:8443' },
      { tokenHeader: 'X-CKAN-API-Key' },
    ]) {
      expect(tokens.get({ ...a, ...changed }).token).toBeNull()
      expect(other.get({ ...a, ...changed }).token).toBeNull()
    }
    expect(tokens.get(a).token).toBe('canary')
  })

  test.each(['', 'a bare text', '{"version":2,"token":"canary"}', '{"version":1,"token":7}', '[]', 'null'])(
    'is null if %j is stored',
    (text) => {
      const tokens = createTokenStore(memoryStorage(new Map([['rowan.token.a', text]])), null)
      expect(tokens.get(a)).toEqual({ token: null, remembered: false })
      tokens.set(a, 'new', false)
      expect(tokens.get(a).token).toBe('new')
    },
  )

  test('belongs to its instance alone', () => {
    const { tokens } = stores()
    tokens.set(a, 'canary', false)
    expect(tokens.get(owner('b')).token).toBeNull()
    expect(tokens.get(owner('__proto__')).token).toBeNull()
  })

  test('is the same object until it changes, and listeners hear of a change', () => {
    const { tokens } = stores()
    let heard = 0
    const stop = tokens.subscribe(() => (heard += 1))
    const before = tokens.get(a)
    expect(tokens.get(a)).toBe(before)
    tokens.set(a, 'x', false)
    expect(heard).toBe(1)
    expect(tokens.get(a)).not.toBe(before)
    expect(tokens.get(a)).toBe(tokens.get(a))
    stop()
    tokens.set(a, 'y', false)
    expect(heard).toBe(1)
  })
})

test.each([
  ['there is no storage', null, null],
  ['storage is denied', memoryStorage(undefined, true), memoryStorage(undefined, true)],
])('where %s the page remembers for as long as it is open', (_, tab, device) => {
  const tokens = createTokenStore(tab, device)
  tokens.set(a, 'canary', true)
  expect(tokens.get(a)).toEqual({ token: 'canary', remembered: false })
  tokens.set(a, null, true)
  expect(tokens.get(a).token).toBeNull()
})

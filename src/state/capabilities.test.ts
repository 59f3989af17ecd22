import { describe, expect, test } from 'vitest'
import type { Capabilities } from '../protocol/capabilities.ts'
import { createCapabilityStore, type CardPlace } from './capabilities.ts'
import { memoryStorage } from './memoryStorage.ts'

const place: CardPlace = {
  baseUrl: 'https://data.example',
  prefix: '/api/3/action',
  tokenHeader: 'Authorization',
  hasToken: false,
}
const found: Capabilities = {
  checkedAt: 1000,
  service: 'CKAN 2.11.3',
  tables: 38,
  sql: 'off',
  rowCap: 32_000,
  rangeFilters: 'no',
  totals: 'exact',
  token: 'none',
  writes: 'no',
  user: null,
}

describe('a card', () => {
  test('is kept for a day, for whom it was made', () => {
    let now = 1000
    const storage = memoryStorage()
    createCapabilityStore(storage, () => now).keep(place, found)
    const later = createCapabilityStore(storage, () => now)
    expect(later.get(place)).toEqual(found)
    expect(later.get(place)).toBe(later.get(place))
    expect(later.get({ ...place, hasToken: true })).toBeNull()
    expect(later.get({ ...place, prefix: '/en/api/3/action' })).toBeNull()
    now += 86_400_000
    expect(later.get(place)).toBeNull()
  })

  test('is forgotten with its server, with and without a token', () => {
    const items = new Map<string, string>()
    const store = createCapabilityStore(memoryStorage(items), () => 1000)
    const longer = { ...place, prefix: '/api/3/action/more' }
    store.keep(place, found)
    store.keep({ ...place, hasToken: true }, found)
    store.keep(longer, found)
    store.forget(place)
    expect(store.get(place)).toBeNull()
    expect(store.get({ ...place, hasToken: true })).toBeNull()
    expect(store.get(longer)).toEqual(found)
    store.forget(longer)
    expect(items.size).toBe(0)
  })

  test('tells whoever looks', () => {
    const store = createCapabilityStore(memoryStorage(), () => 1000)
    let told = 0
    const stop = store.subscribe(() => (told += 1))
    store.keep(place, found)
    stop()
    store.keep(place, found)
    expect(told).toBe(1)
  })

  test('is corrected where there is one, and only then', () => {
    const store = createCapabilityStore(memoryStorage(), () => 1000)
    let told = 0
    store.subscribe(() => (told += 1))
    store.amend(place, { token: 'refused' })
    expect(store.get(place)).toBeNull()
    store.keep(place, found)
    store.amend(place, { token: 'refused', writes: 'no' })
    store.amend(place, { token: 'refused' })
    expect(store.get(place)).toEqual({ ...found, token: 'refused', writes: 'no' })
    expect(told).toBe(2)
  })

  test('of another tab is taken up', () => {
    const storage = memoryStorage()
    const here = createCapabilityStore(storage, () => 1000)
    createCapabilityStore(storage, () => 1000).keep(place, found)
    expect(here.get(place)).toBeNull()
    here.refresh()
    expect(here.get(place)).toEqual(found)
  })
})

describe('damage', () => {
  const key = JSON.stringify([place.baseUrl, place.prefix, place.tokenHeader, false])
  test.each([
    '{',
    'null',
    '[]',
    '{"version":2,"cards":{}}',
    JSON.stringify({ version: 1, cards: [found] }),
    JSON.stringify({ version: 1, cards: { [key]: { ...found, sql: 'perhaps' } } }),
    JSON.stringify({ version: 1, cards: { [key]: { ...found, rowCap: 0 } } }),
  ])('%s is a clean start', (text) => {
    const store = createCapabilityStore(memoryStorage(new Map([['rowan.capabilities', text]])), () => 1000)
    expect(store.get(place)).toBeNull()
    store.keep(place, found)
    expect(store.get(place)).toEqual(found)
  })

  test('of one card leaves the others', () => {
    const cards = { [key]: found, other: { service: 7 } }
    const text = JSON.stringify({ version: 1, cards })
    const store = createCapabilityStore(memoryStorage(new Map([['rowan.capabilities', text]])), () => 1000)
    expect(store.get(place)).toEqual(found)
  })

  test('and a storage that refuses: cards last as long as the page', () => {
    const store = createCapabilityStore(memoryStorage(new Map(), true), () => 1000)
    store.keep(place, found)
    expect(store.get(place)).toEqual(found)
  })
})

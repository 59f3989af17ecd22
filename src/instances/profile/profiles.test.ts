import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../../e2e/support/memoryStorage.ts'
import { thisBrowser } from '../instance.ts'
import type { Connection } from '../transport/connection.ts'
import { FACT_NAMES, FACTS, type Capabilities } from './facts.ts'
import { askedAt } from './profile.ts'
import { createProfiles } from './profiles.ts'

const DAY_MS = 86_400_000

const connection: Connection = {
  baseUrl: 'https://data.example',
  prefix: '/api/3/action',
  tokenHeader: 'Authorization',
  token: null,
}
const found: Partial<Capabilities> = {
  ...Object.fromEntries(
    FACT_NAMES.filter((name) => FACTS[name].lasts === 'day').map((name) => [name, FACTS[name].unknown]),
  ),
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

/** What the page stored before profiles: a card for each place. */
const CARD =
  '{"version":1,"cards":{"[\\"https://data.example\\",\\"/api/3/action\\",\\"Authorization\\",false]":{"checkedAt":1000,"service":"CKAN 2.11.3","tables":38,"sql":"off","rowCap":32000,"rangeFilters":"no","totals":"exact","token":"none","writes":"no","user":null}}}'

function device(text?: string) {
  const items = new Map(text === undefined ? [] : [['rowan.capabilities', text]])
  return { items, storage: memoryStorage(items) }
}

describe('what was asked', () => {
  test('is kept for a day, for the person it was asked for', () => {
    let now = 1000
    const { storage } = device()
    createProfiles({ device: storage, tab: null }, () => now)
      .kept(connection)
      .learn('asked', found)
    const later = createProfiles({ device: storage, tab: null }, () => now)
    const profile = later.kept(connection)
    expect(profile.get()).toMatchObject(found)
    expect(profile.get()).toBe(profile.get())
    expect(askedAt(profile.get())).toBe(1000)
    expect(askedAt(later.kept({ ...connection, token: 'mine' }).get())).toBeNull()
    expect(askedAt(later.kept({ ...connection, prefix: '/en/api/3/action' }).get())).toBeNull()
    now += DAY_MS
    expect(profile.get()).toMatchObject({ sql: 'unknown', rowCap: null, learned: {} })
  })

  test('and stored by the page before profiles is read', () => {
    const { storage } = device(CARD)
    const profile = createProfiles({ device: storage, tab: null }, () => 2000)
      .kept(connection)
      .get()
    expect(profile).toMatchObject(found)
    expect(Object.values(profile.learned)).toEqual(Array.from({ length: 9 }, () => ({ how: 'asked', at: 1000 })))
  })

  test('is stored without the token', () => {
    const { items, storage } = device()
    createProfiles({ device: storage, tab: null }, () => 1000)
      .kept({ ...connection, token: 'canary' })
      .learn('asked', found)
    expect(items.get('rowan.capabilities')).toContain('CKAN 2.11.3')
    expect(items.get('rowan.capabilities')).not.toContain('canary')
  })

  test('about a connection that is only tested is not stored', () => {
    const { items, storage } = device()
    const profiles = createProfiles({ device: storage, tab: null }, () => 1000)
    profiles.kept({ ...connection, token: 'mine' }).learn('asked', { ...found, token: 'accepted' })
    const before = items.get('rowan.capabilities')
    profiles.of({ ...connection, token: 'mistyped' }).learn('noticed', { token: 'refused' })
    expect(items.get('rowan.capabilities')).toBe(before)
  })

  test('is stored for the token in use, not for the one before', () => {
    const { items, storage } = device()
    const profiles = createProfiles({ device: storage, tab: null }, () => 1000)
    const before = profiles.kept({ ...connection, token: 'one' })
    profiles.kept({ ...connection, token: 'two' })
    before.learn('noticed', { token: 'refused' })
    expect(items.size).toBe(0)
  })

  test('is forgotten with its server, with and without a token', () => {
    const { items, storage } = device()
    const profiles = createProfiles({ device: storage, tab: null }, () => 1000)
    const longer = { ...connection, prefix: '/api/3/action/more' }
    const all = [connection, { ...connection, token: 'mine' }, longer].map((each) => profiles.kept(each))
    for (const profile of all) profile.learn('asked', found)
    profiles.forget(connection)
    expect(all.map((profile) => askedAt(profile.get()))).toEqual([null, null, 1000])
    profiles.forget(longer)
    expect(items.size).toBe(0)
  })

  test('by another tab is taken up', () => {
    const { storage } = device()
    const here = createProfiles({ device: storage, tab: null }, () => 1000)
    const profile = here.kept(connection)
    createProfiles({ device: storage, tab: null }, () => 1000)
      .kept(connection)
      .learn('asked', found)
    expect(askedAt(profile.get())).toBeNull()
    here.refresh()
    expect(profile.get()).toMatchObject(found)
  })
})

describe('what was noticed', () => {
  test('corrects what was asked, and is stored with it', () => {
    const { storage } = device()
    const profile = createProfiles({ device: storage, tab: null }, () => 1000).kept(connection)
    profile.learn('asked', found)
    profile.learn('noticed', { token: 'refused' })
    const later = createProfiles({ device: storage, tab: null }, () => 1000).kept(connection)
    expect(later.get()).toMatchObject({ ...found, token: 'refused' })
    expect(later.get().learned.token?.how).toBe('noticed')
  })

  test('while the server was asked is newer than its answer', () => {
    let now = 1000
    const profile = createProfiles({ device: null, tab: null }, () => now).of(connection)
    now = 1500
    profile.learn('noticed', { token: 'refused' })
    profile.learn('asked', { ...found, token: 'accepted' }, 1000)
    expect(profile.get().token).toBe('refused')
  })

  test('again is no news', () => {
    const profile = createProfiles({ device: null, tab: null }).of(connection)
    let calls = 0
    const stop = profile.subscribe(() => (calls += 1))
    profile.learn('noticed', { takes: new Set(['sort']) })
    profile.learn('noticed', { takes: new Set(['sort']) })
    profile.learn('noticed', { takes: new Set() })
    expect(calls).toBe(1)
    stop()
    profile.learn('noticed', { takes: new Set(['offset']) })
    expect(calls).toBe(1)
    expect(profile.get().takes).toEqual(new Set(['sort', 'offset']))
  })

  test('lasts as long as its fact: how to ask for a day, the catalogue for the tab, the size of answers for the page', () => {
    const { storage } = device()
    const tab = memoryStorage()
    createProfiles({ device: storage, tab })
      .kept(connection)
      .learn('noticed', {
        hasCatalogue: false,
        ways: { form: 'json' },
        refuses: new Set(['offset']),
        searchGave: 7,
      })
    const sameTab = createProfiles({ device: storage, tab }).kept(connection)
    const forDay = { ways: { form: 'json' }, refuses: new Set(['offset']), searchGave: null }
    expect(sameTab.get()).toMatchObject({ hasCatalogue: false, ...forDay })
    const otherTab = createProfiles({ device: storage, tab: memoryStorage() }).kept(connection)
    expect(otherTab.get()).toMatchObject({ hasCatalogue: null, ...forDay })
    const nextDay = createProfiles({ device: storage, tab }, () => Date.now() + DAY_MS).kept(connection)
    expect(nextDay.get()).toMatchObject({ ways: {}, refuses: new Set() })
  })
})

test('the page’s own PostgreSQL is known without asking, and nothing of it is stored', () => {
  const { items, storage } = device()
  const profile = createProfiles({ device: storage, tab: null }).kept({ ...thisBrowser, token: null })
  expect(profile.get()).toMatchObject({ sql: 'on', rangeFilters: 'yes', writes: 'yes' })
  profile.forget()
  expect(askedAt(profile.get())).toBe(0)
  profile.learn('noticed', { rangeFilters: 'yes' })
  expect(items.size).toBe(0)
})

describe('damage', () => {
  const card: unknown = JSON.parse(CARD)
  const key = JSON.stringify([connection.baseUrl, connection.prefix, connection.tokenHeader, false])
  const facts = { sql: { value: 'off', how: 'asked', at: 1000 }, rowCap: { value: 0, how: 'asked', at: 1000 } }

  test.each(['{', 'null', '[]', '{"version":3,"profiles":{}}', '{"version":1,"cards":[1]}', '{"version":2}'])(
    '%s is a clean start',
    (text) => {
      const profile = createProfiles({ device: device(text).storage, tab: null }, () => 1000).kept(connection)
      expect(profile.get().learned).toEqual({})
      profile.learn('asked', found)
      expect(profile.get()).toMatchObject(found)
    },
  )

  test('of one fact leaves the others, and the server is asked again', () => {
    const text = JSON.stringify({ version: 2, profiles: { [key]: facts } })
    const profile = createProfiles({ device: device(text).storage, tab: null }, () => 1000)
      .kept(connection)
      .get()
    expect(profile).toMatchObject({ sql: 'off', rowCap: null })
    expect(askedAt(profile)).toBeNull()
  })

  test('of one profile leaves the others', () => {
    const { storage } = device(JSON.stringify({ version: 1, cards: { ...cardsOf(card), other: { service: 7 } } }))
    expect(
      createProfiles({ device: storage, tab: null }, () => 1000)
        .kept(connection)
        .get(),
    ).toMatchObject(found)
  })

  test('and a storage that refuses: what is known lasts as long as the page', () => {
    const storage = memoryStorage(new Map(), true)
    const profile = createProfiles({ device: storage, tab: storage }, () => 1000).kept(connection)
    profile.learn('asked', found)
    expect(profile.get()).toMatchObject(found)
  })
})

function cardsOf(stored: unknown): object {
  if (typeof stored !== 'object' || stored === null || !('cards' in stored)) throw new Error('There are no cards')
  return Object(stored.cards)
}

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generatedRuns } from '../../e2e/support/longForm.ts'
import { FACT_NAMES, FACTS } from '../instances/profile/facts.ts'
import { askedAt } from '../instances/profile/profile.ts'
import { createProfiles } from '../instances/profile/profiles.ts'
import { readInstanceFile } from './instanceFile.ts'
import { normalBaseUrl, normalPrefix } from '../instances/instance.ts'
import { memoryStorage } from '../../e2e/support/memoryStorage.ts'
import { moveEarlierWorkspace, earlierDrafts } from './earlierWorkspace.ts'
import { createOwnInstances } from './ownInstances.ts'
import { parseSettingsFile } from './settingsFile.ts'
import { settingsFileWords } from './settingsFileWords.ts'
import { createTokenStore } from '../instances/tokens.ts'

/** What is stored, or comes from elsewhere, with one thing wrong: almost right is what a careless reader takes for right. */

const instance = {
  id: 'own-1',
  title: 'Data',
  baseUrl: 'https://data.example/ckan',
  prefix: '/en/api/3/action',
  tokenHeader: 'Authorization',
  resource: 'levels',
}
const runs = { numRuns: generatedRuns(2000) }

const addressed = expect.objectContaining({
  title: expect.any(String),
  baseUrl: expect.toSatisfy((url: unknown) => typeof url === 'string' && normalBaseUrl(url) === url),
  prefix: expect.toSatisfy((prefix: unknown) => typeof prefix === 'string' && normalPrefix(prefix) === prefix),
  tokenHeader: expect.any(String),
  resource: expect.toSatisfy((table: unknown) => table === null || typeof table === 'string'),
})

const isFilled = (text: unknown) => typeof text === 'string' && text !== ''

describe('one thing wrong', () => {
  test('in what an earlier version kept: what is moved can be used, and is of that version', () => {
    const draft = { 'own-1': 'SELECT 1' }
    const whole = { state: { instances: [instance], theme: 'dark', editorShare: 0.6, drafts: draft }, version: 1 }
    fc.assert(
      fc.property(damagedText(whole), (text) => {
        const problems: string[] = []
        const items = new Map([['rowan.workspace', text]])
        const storage = memoryStorage(items)
        moveEarlierWorkspace(storage, (problem) => problems.push(problem))
        const instances = createOwnInstances(storage, (problem) => problems.push(problem)).get()
        for (const each of instances) {
          expect(each).toEqual(addressed)
          expect(each.id).toSatisfy(isFilled)
        }
        expect(['"system"', '"light"', '"dark"', undefined]).toContain(items.get('rowan.setting.theme'))
        expect(earlierDrafts(storage).every(({ text: sql }) => typeof sql === 'string')).toBe(true)
        if (versionOf(text) !== 1) expect({ instances, problems }).toEqual({ instances: [], problems: ['damaged'] })
      }),
      runs,
    )
  })

  test('in the instances: each has an address and an id, or there are none', () => {
    fc.assert(
      fc.property(damagedText({ version: 1, instances: [instance] }), (text) => {
        const problems: string[] = []
        const storage = memoryStorage(new Map([['rowan.instances', text]]))
        const instances = createOwnInstances(storage, (problem) => problems.push(problem)).get()
        for (const each of instances) {
          expect(each).toEqual(addressed)
          expect(each.id).toSatisfy(isFilled)
        }
        if (versionOf(text) !== 1) expect({ instances, problems }).toEqual({ instances: [], problems: ['damaged'] })
      }),
      runs,
    )
  })

  test('in a token: it is given whole, or not at all', () => {
    const whole = { version: 1, origin: 'https://data.example', header: 'authorization', token: 'canary' }
    fc.assert(
      fc.property(damagedText(whole), (text) => {
        const tokens = createTokenStore(memoryStorage(new Map([['rowan.token.own-1', text]])), null)
        const { token } = tokens.get(instance)
        expect(token === null || isFilled(token)).toBe(true)
        if (versionOf(text) !== 1) expect(token).toBeNull()
        if (token === 'canary') expect(JSON.parse(text)).toEqual(whole)
      }),
      runs,
    )
  })

  test('in what is known of an instance: each fact is one, or not known', () => {
    const card = {
      checkedAt: 1000,
      service: 'CKAN 2.11.3',
      tables: 38,
      sql: 'off',
      rowCap: 32_000,
      rangeFilters: 'no',
      totals: 'exact',
      token: 'accepted',
      writes: 'no',
      user: 'reader',
    }
    const asked = FACT_NAMES.filter((name) => FACTS[name].lasts === 'day')
    const { checkedAt: at, ...values } = card
    const facts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, how: 'asked', at }]))
    const connection = { ...instance, token: 'canary' }
    const key = JSON.stringify([instance.baseUrl, instance.prefix, instance.tokenHeader, true])
    const whole = fc.oneof(
      damagedText({ version: 1, cards: { [key]: card } }),
      damagedText({ version: 2, profiles: { [key]: facts } }),
    )
    fc.assert(
      fc.property(whole, (text) => {
        const device = memoryStorage(new Map([['rowan.capabilities', text]]))
        const profile = createProfiles({ device, tab: null }, () => 1000)
          .kept(connection)
          .get()
        const orNull = (type: string) => expect.toSatisfy((value: unknown) => value === null || typeof value === type)
        expect(profile).toMatchObject({
          service: orNull('string'),
          tables: orNull('number'),
          sql: expect.stringMatching(/^(on|off|refused|unknown)$/),
          rowCap: expect.toSatisfy((cap: unknown) => cap === null || Number(cap) >= 1),
          rangeFilters: expect.stringMatching(/^(yes|no|unknown)$/),
          totals: expect.stringMatching(/^(exact|estimated|absent|unknown)$/),
          token: expect.stringMatching(/^(none|accepted|refused|unknown)$/),
          writes: expect.stringMatching(/^(yes|no|unknown)$/),
          user: orNull('string'),
        })
        if (![1, 2].includes(Number(versionOf(text)))) expect(askedAt(profile)).toBeNull()
        if (askedAt(profile) !== null) expect(Object.keys(profile.learned)).toEqual(expect.arrayContaining(asked))
      }),
      runs,
    )
  })

  test('in settings.json or a file of instances: what is read has an address, the rest is reported', () => {
    const { title, baseUrl, prefix, tokenHeader, resource } = instance
    const whole = { version: 1, instances: [{ title, url: baseUrl, prefix, tokenHeader, resource }] }
    fc.assert(
      fc.property(damagedText(whole), (text) => {
        const settings = parseSettingsFile(text, 'https://page.example/')
        const file = readInstanceFile(text, [])
        for (const each of [...settings.instances, ...file.added]) {
          expect(each).toEqual(addressed)
          expect(() => new Headers({ [each.tokenHeader]: 'x' })).not.toThrow()
          expect(new URL(`${each.baseUrl}${each.prefix}/a`).origin).toBe(new URL(each.baseUrl).origin)
        }
        if (versionOf(text) !== 1) expect([settings.instances, file.added]).toEqual([[], []])
        if (versionOf(text) !== 1) {
          expect(settings.problem && settingsFileWords(settings.problem)).toSatisfy(isFilled)
          expect(file.problem).toSatisfy(isFilled)
        }
      }),
      runs,
    )
  })
})

/** What the text says its version is; undefined if it is not JSON. */
function versionOf(text: string): unknown {
  try {
    const whole: unknown = JSON.parse(text)
    return typeof whole === 'object' && whole !== null && 'version' in whole ? whole.version : undefined
  } catch {
    return undefined
  }
}

/** The JSON text of a value with one thing wrong: a member that is another value or gone, or some signs lost or added. */
function damagedText(whole: object): fc.Arbitrary<string> {
  const text = JSON.stringify(whole)
  const places = placesIn(whole, [])
  const changed = fc
    .tuple(fc.constantFrom(...places), fc.oneof(fc.constantFrom(...ODD), fc.jsonValue()))
    .map(([place, value]) => JSON.stringify(replaced(whole, place, value)))
  const cut = fc
    .tuple(fc.nat(text.length), fc.nat(8), fc.string({ maxLength: 4 }))
    .map(([at, lost, added]) => text.slice(0, at) + added + text.slice(at + lost))
  return fc.oneof(changed, cut)
}

/** Absent, empty, of another kind, out of every bound, or an address that leads elsewhere than it says. */
const ODD = [
  undefined,
  null,
  '',
  true,
  -1,
  0,
  1.5,
  2,
  1e300,
  [],
  {},
  'javascript:alert(1)',
  'https://user@evil.example',
  'a b:\n',
]

type Place = readonly (string | number)[]

function placesIn(value: unknown, at: Place): readonly Place[] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [at, ...members.flatMap(([name, member]) => placesIn(member, [...at, name]))]
}

/** Without a value the member is gone. */
function replaced(whole: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value ?? null
  if (Array.isArray(whole)) return whole.map((item, at) => (at === Number(name) ? replaced(item, rest, value) : item))
  return Object.fromEntries(
    Object.entries(typeof whole === 'object' && whole !== null ? whole : {}).map(([key, member]) => [
      key,
      key === name ? replaced(member, rest, value) : member,
    ]),
  )
}

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCapabilityStore } from './capabilities.ts'
import { readInstanceFile } from './instanceFile.ts'
import { normalBaseUrl, normalPrefix } from './instances.ts'
import { memoryStorage } from './memoryStorage.ts'
import { parseSettings } from './settings.ts'
import { createTokenStore } from './tokens.ts'
import { createWorkspace } from './workspace.ts'

/** What is stored, or comes from elsewhere, with one thing wrong: almost right is what a careless reader takes for right. */

const instance = {
  id: 'own-1',
  title: 'Data',
  baseUrl: 'https://data.example/ckan',
  prefix: '/en/api/3/action',
  tokenHeader: 'Authorization',
  resource: 'levels',
}
const runs = { numRuns: 2000 }

const addressed = expect.objectContaining({
  title: expect.any(String),
  baseUrl: expect.toSatisfy((url: unknown) => typeof url === 'string' && normalBaseUrl(url) === url),
  prefix: expect.toSatisfy((prefix: unknown) => typeof prefix === 'string' && normalPrefix(prefix) === prefix),
  tokenHeader: expect.any(String),
  resource: expect.toSatisfy((table: unknown) => table === null || typeof table === 'string'),
})

const isFilled = (text: unknown) => typeof text === 'string' && text !== ''

describe('one thing wrong', () => {
  test('in the workspace: what is taken up can be used, and is of this version', () => {
    const draft = { 'own-1': 'SELECT 1' }
    const whole = { state: { instances: [instance], theme: 'dark', editorShare: 0.6, drafts: draft }, version: 1 }
    fc.assert(
      fc.property(damagedText(whole), (text) => {
        const problems: string[] = []
        const { store } = createWorkspace(memoryStorage(new Map([['rowan.workspace', text]])), (problem) =>
          problems.push(problem),
        )
        const { instances, theme, editorShare, drafts } = store.getState()
        for (const each of instances) {
          expect(each).toEqual(addressed)
          expect(each.id).toSatisfy(isFilled)
        }
        expect(['system', 'light', 'dark']).toContain(theme)
        expect(editorShare >= 0.25 && editorShare <= 0.75).toBe(true)
        expect(Object.values(drafts).every((sql) => typeof sql === 'string')).toBe(true)
        if (versionOf(text) !== 1) expect({ instances, problems }).toEqual({ instances: [], problems: [DAMAGED] })
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

  test('in the cards: each is one, or not there', () => {
    const found = {
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
    const place = { ...instance, hasToken: true }
    const key = JSON.stringify([place.baseUrl, place.prefix, place.tokenHeader, place.hasToken])
    fc.assert(
      fc.property(damagedText({ version: 1, cards: { [key]: found } }), (text) => {
        const card = createCapabilityStore(memoryStorage(new Map([['rowan.capabilities', text]])), () => 1000).get(
          place,
        )
        if (versionOf(text) !== 1) expect(card).toBeNull()
        if (card === null) return
        const orNull = (type: string) => expect.toSatisfy((value: unknown) => value === null || typeof value === type)
        expect(card).toEqual({
          checkedAt: expect.any(Number),
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
      }),
      runs,
    )
  })

  test('in settings.json or a file of instances: what is read has an address, the rest is told', () => {
    const { title, baseUrl, prefix, tokenHeader, resource } = instance
    const whole = { version: 1, instances: [{ title, url: baseUrl, prefix, tokenHeader, resource }] }
    fc.assert(
      fc.property(damagedText(whole), (text) => {
        const settings = parseSettings(text, 'https://page.example/')
        const file = readInstanceFile(text, [])
        for (const each of [...settings.instances, ...file.added]) {
          expect(each).toEqual(addressed)
          expect(() => new Headers({ [each.tokenHeader]: 'x' })).not.toThrow()
          expect(new URL(`${each.baseUrl}${each.prefix}/a`).origin).toBe(new URL(each.baseUrl).origin)
        }
        if (versionOf(text) !== 1) expect([settings.instances, file.added]).toEqual([[], []])
        if (versionOf(text) !== 1) expect([settings.problem, file.problem].every(isFilled)).toBe(true)
      }),
      runs,
    )
  })
})

const DAMAGED = expect.stringContaining('could not be read')

/** What the text says its version is; undefined where it says nothing, as it is no JSON. */
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

import { describe, expect, test } from 'vitest'
import { instanceOf, normalBaseUrl, normalPrefix, type Instance } from './instance.ts'

const instance = (id: string, baseUrl: string, prefix = '/en/api/3/action'): Instance => ({
  id,
  title: id,
  baseUrl,
  prefix,
  tokenHeader: 'Authorization',
  resource: null,
  origin: 'own',
})
const first = instance('first', 'http://127.0.0.1:4173')
const second = instance('second', 'https://data.example/ckan')
const other = instance('other', 'https://data.example/ckan', '/api/3/action')
const all = [first, second, other]

describe('instanceOf', () => {
  test('without a base it is the first one there is', () => {
    expect(instanceOf({ base: null, prefix: null }, all)).toEqual({ kind: 'known', instance: first })
    expect(instanceOf({ base: null, prefix: null }, [])).toEqual({ kind: 'none', base: null })
  })

  test.each([
    ['https://data.example/ckan', null, second],
    ['https://DATA.example:443/ckan/', '/en/api/3/action/', second],
    ['https://data.example/ckan', 'api/3/action', other],
  ])('%s with %s is known', (base, prefix, known) => {
    expect(instanceOf({ base, prefix }, all)).toEqual({ kind: 'known', instance: known })
  })

  test.each([
    ['https://data.example', null, 'https://data.example', '/en/api/3/action'],
    ['http://data.example/ckan', null, 'http://data.example/ckan', '/en/api/3/action'],
    ['https://data.example/ckan', '/steal', 'https://data.example/ckan', '/steal'],
    ['https://data.example.evil/ckan', null, 'https://data.example.evil/ckan', '/en/api/3/action'],
    ['http://127.0.0.1:4173@evil.example', null, null, null],
  ])('%s with %s is not, and nothing is asked there before the user agrees', (base, prefix, baseUrl, at) => {
    expect(instanceOf({ base, prefix }, all)).toEqual(
      baseUrl === null ? { kind: 'none', base } : { kind: 'unknown', baseUrl, prefix: at },
    )
  })

  test.each(['javascript:alert(1)', 'data.example', '//data.example', 'ftp://x', '', 'https://', 'about:blank'])(
    '%j is no instance',
    (base) => {
      expect(instanceOf({ base, prefix: null }, all)).toEqual({ kind: 'none', base })
    },
  )
})

test('a base URL is kept without query, hash and trailing slash', () => {
  expect(normalBaseUrl('HTTPS://Host/a/?b#c')).toBe('https://host/a')
  expect(normalBaseUrl('http://host:80')).toBe('http://host')
})

test('a prefix stays a path below the base URL', () => {
  expect(normalPrefix('en/api/3/action/')).toBe('/en/api/3/action')
  expect(normalPrefix('//evil.example/x')).toBe('/evil.example/x')
  expect(normalPrefix('/../../x?y#z')).toBe('/x')
  expect(normalPrefix('/')).toBe('')
  expect(normalPrefix('@evil.example')).toBe('/@evil.example')
  expect(normalPrefix('\\\\evil')).toBe('/evil')
})

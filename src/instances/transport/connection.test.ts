import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanToken, parseAddress } from './connection.ts'

const ID = '0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01'

describe('parseAddress', () => {
  test.each([
    ['https://data.example', 'https://data.example', null, null],
    ['https://data.example/', 'https://data.example', null, null],
    ['  https://Data.Example:443/?a=1#b ', 'https://data.example', null, null],
    ['"https://data.example"', 'https://data.example', null, null],
    ['data.example', 'https://data.example', null, null],
    ['localhost:4173', 'http://localhost:4173', null, null],
    ['127.0.0.1:4173/en/api/3/action', 'http://127.0.0.1:4173', '/en/api/3/action', null],
    ['[::1]:80', 'http://[::1]', null, null],
    ['https://data.example/en/api/3/action/', 'https://data.example', '/en/api/3/action', null],
    ['https://data.example/en/api/3/action/datastore_search', 'https://data.example', '/en/api/3/action', null],
    [
      `https://data.example/api/3/action/datastore_search?resource_id=${ID}&limit=5`,
      'https://data.example',
      '/api/3/action',
      ID,
    ],
    [`https://data.example/api/action/datastore_info?id=${ID}`, 'https://data.example', '/api/action', ID],
    ['https://data.example/api/3', 'https://data.example', '/api/3/action', null],
    ['https://data.example/de/api', 'https://data.example', '/de/api/3/action', null],
    ['https://data.example/ckan/pt_BR/api/3/action', 'https://data.example/ckan', '/pt_BR/api/3/action', null],
    ['https://data.example/opendata/api/3/action', 'https://data.example/opendata', '/api/3/action', null],
    [`https://data.example/dataset/birds/resource/${ID}`, 'https://data.example', null, ID],
    [`https://data.example/en/dataset/birds/resource/${ID}/view/x`, 'https://data.example', null, ID],
    [`https://data.example/ckan/en/dataset/birds/resource/${ID}`, 'https://data.example/ckan', null, ID],
    [`https://data.example/datastore/dump/${ID}?bom=True`, 'https://data.example', null, ID],
    ['https://data.example/dataset/api', 'https://data.example', null, null],
    ['https://data.example/dataset/birds', 'https://data.example', null, null],
    ['https://data.example/fr/organization', 'https://data.example', null, null],
    ['https://data.example/en', 'https://data.example', null, null],
    ['https://data.example/ckan/', 'https://data.example/ckan', null, null],
    ['https://data.example/pt_BR/', 'https://data.example', null, null],
    ['https://data.example/zh_Hans_CN', 'https://data.example', null, null],
    ['http://host.example/gis/map', 'http://host.example/gis/map', null, null],
    ['http://host.example/map', 'http://host.example/map', null, null],
    ['http://host.example/gis/it', 'http://host.example/gis/it', null, null],
    ['http://host.example/gis/dataset/birds', 'http://host.example/gis', null, null],
    ['http://host.example/gis/fr/dataset/birds', 'http://host.example/gis', null, null],
    ['http://host.example/gis/api/3/action', 'http://host.example/gis', '/api/3/action', null],
    ['http://host.example/gis/en/api/3/action', 'http://host.example/gis', '/en/api/3/action', null],
    [`https://data.example/ckan/resource/${ID}`, 'https://data.example/ckan', null, ID],
    ['https://data.example/ckan/dataset/api', 'https://data.example/ckan', null, null],
    ['https://data.example/en/de/dataset', 'https://data.example', null, null],
    [
      'https://data.example/api/3/action/datastore_search_sql?sql=SELECT 1\nFROM "x"',
      'https://data.example',
      '/api/3/action',
      null,
    ],
    ['https://data.example/dataset/my birds', 'https://data.example', null, null],
    ['https://data.example/my%20path/api/3/action/x?q=a b', 'https://data.example/my%20path', '/api/3/action', null],
    ["'https://data.example/a'", 'https://data.example/a', null, null],
    ['http://127.0.0.1:4173/index.html#v=1', 'http://127.0.0.1:4173', null, null],
    ['https://daten.münchen.example', 'https://daten.xn--mnchen-3ya.example', null, null],
  ])('%s', (text, baseUrl, prefix, resource) => {
    expect(parseAddress(text)).toEqual({ ok: true, baseUrl, prefix, resource })
  })

  test.each([
    ['', { code: 'empty' }],
    ['  ', { code: 'empty' }],
    [ID, { code: 'tableId' }],
    ['my server', { code: 'noAddress' }],
    ['https://data.example and more', { code: 'noAddress' }],
    ['https://data.example/my path', { code: 'blank' }],
    ['https://', { code: 'noAddress' }],
    ['https://host:99999', { code: 'noAddress' }],
    ['ftp://data.example', { code: 'scheme', scheme: 'ftp:' }],
    ['javascript:alert(1)', { code: 'scheme', scheme: 'javascript:' }],
    ['file:///etc/passwd', { code: 'scheme', scheme: 'file:' }],
    ['https://me:secret@data.example', { code: 'credentials' }],
  ])('%j is not valid', (text, problem) => {
    expect(parseAddress(text)).toEqual({ ok: false, problem })
  })

  test('never throws, and what it gives is taken apart to the same again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), (text) => {
        const parsed = parseAddress(text)
        if (!parsed.ok) return
        expect(new URL(parsed.baseUrl).href.replace(/\/$/, '')).toBe(parsed.baseUrl)
        if (parsed.prefix !== null) {
          expect(parseAddress(parsed.baseUrl + parsed.prefix)).toMatchObject({
            baseUrl: parsed.baseUrl,
            prefix: parsed.prefix,
          })
        }
      }),
    )
  })
})

test('the base URL of an address is taken apart to itself', () => {
  const segment = fc.oneof(
    fc.constantFrom('en', 'de', 'pt_BR', 'zh_Hans_CN', 'gis', 'map', 'it', 'api', '3', 'action', 'dataset', 'resource'),
    fc.constantFrom('datastore', 'datastore_search', 'group', 'index.html', ID, 'a b', 'ä', "a'", '"', '..', '', '%20'),
  )
  const host = fc.constantFrom('https://data.example', 'http://localhost:80', 'data.example:443', 'münchen.example')
  const address = fc.tuple(host, fc.array(segment, { maxLength: 8 }), fc.constantFrom('', '/', '?sql=SELECT 1', '#x'))
  fc.assert(
    fc.property(address, ([site, path, end]) => {
      const parsed = parseAddress([site, ...path].join('/') + end)
      if (!parsed.ok) return
      const { baseUrl, prefix } = parsed
      expect(parseAddress(baseUrl)).toEqual({ ok: true, baseUrl, prefix: null, resource: null })
      if (prefix !== null) expect(parseAddress(baseUrl + prefix)).toMatchObject({ baseUrl, prefix })
    }),
    { numRuns: 1000 },
  )
})

describe('cleanToken', () => {
  test.each([
    ['abc.def-123', 'abc.def-123', []],
    [' abc\n', 'abc', ['blanks']],
    ['"abc"', 'abc', ['quotes']],
    ['Bearer abc', 'abc', ['bearer']],
    ['Authorization: Bearer "abc" ', 'abc', ['blanks', 'quotes', 'header', 'bearer']],
    ['abc\n  def', 'abcdef', ['blanks']],
    ['\u200babc\ufeff', 'abc', ['blanks']],
    ['', '', []],
    ['bearer', 'bearer', []],
  ])('%j', (text, token, removed) => {
    expect(cleanToken(text)).toEqual({ token, removed })
  })
})

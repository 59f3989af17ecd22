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
    ['http://127.0.0.1:4173/index.html#v=1', 'http://127.0.0.1:4173', null, null],
    ['https://daten.münchen.example', 'https://daten.xn--mnchen-3ya.example', null, null],
  ])('%s', (text, baseUrl, prefix, resource) => {
    expect(parseAddress(text)).toEqual({ ok: true, baseUrl, prefix, resource })
  })

  test.each([
    ['', 'Enter the address'],
    ['  ', 'Enter the address'],
    [ID, 'This is the id of a table'],
    ['my server', 'This is not an address'],
    ['https://', 'This is not an address'],
    ['https://host:99999', 'This is not an address'],
    ['ftp://data.example', 'An address begins with https:// or http://, not with ftp:'],
    ['javascript:alert(1)', 'An address begins with'],
    ['file:///etc/passwd', 'An address begins with'],
    ['https://me:secret@data.example', 'Take the user name and password out'],
  ])('%j is told', (text, words) => {
    expect(parseAddress(text)).toEqual({ ok: false, problem: expect.stringContaining(words) })
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

describe('cleanToken', () => {
  test.each([
    ['abc.def-123', 'abc.def-123', null],
    [' abc\n', 'abc', 'Taken off around the token: blanks.'],
    ['"abc"', 'abc', 'Taken off around the token: quotes.'],
    ['Bearer abc', 'abc', 'Taken off around the token: the word Bearer.'],
    [
      'Authorization: Bearer "abc" ',
      'abc',
      'Taken off around the token: blanks, quotes, the name of the header and the word Bearer.',
    ],
    ['abc\n  def', 'abcdef', 'Taken off around the token: blanks.'],
    ['\u200babc\ufeff', 'abc', 'Taken off around the token: blanks.'],
    ['', '', null],
    ['bearer', 'bearer', null],
  ])('%j', (text, token, removed) => {
    expect(cleanToken(text)).toEqual({ token, removed })
  })
})

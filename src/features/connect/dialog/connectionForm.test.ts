import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptyForm,
  readForm,
  sameOrigin,
  savedToken,
  takeAddressApart,
  takeTokenApart,
  type ConnectionForm,
} from './connectionForm.ts'

describe('an address that was pasted', () => {
  test('with prefix and action is taken apart, and the notice says so', () => {
    const { form, notice } = takeAddressApart({
      ...emptyForm,
      baseUrl: ' https://data.example/ckan/api/3/action/datastore_search?limit=5',
    })
    expect(form).toMatchObject({ baseUrl: 'https://data.example/ckan', prefix: '/api/3/action' })
    expect(notice).toContain('Removed: /api/3/action/datastore_search?limit=5.')
    expect(notice).toContain('The path prefix is now /api/3/action')
  })

  test('of a table’s page keeps its id as the table to open', () => {
    const id = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'
    const { form, notice } = takeAddressApart({
      ...emptyForm,
      baseUrl: `https://data.example/dataset/rivers/resource/${id}`,
    })
    expect(form).toMatchObject({ baseUrl: 'https://data.example', prefix: emptyForm.prefix, resource: id })
    expect(notice).toContain('The table of that page opens first')
  })

  test('that needs no change has no notice', () => {
    expect(takeAddressApart({ ...emptyForm, baseUrl: 'https://data.example/' }).notice).toBeNull()
  })

  test('and is none stays as it was typed', () => {
    const form = { ...emptyForm, baseUrl: 'not an address' }
    expect(takeAddressApart(form)).toEqual({ form, notice: null })
  })
})

describe('what was rewritten in an address is shown', () => {
  test.each([
    ['data.example', 'Added https:// at the start.'],
    ['localhost:4173', 'Added http:// at the start.'],
    ['https://daten.münchen.example', 'The host is written daten.xn--mnchen-3ya.example.'],
    ['https://Data.Example:443/x', 'The host is written data.example.'],
    ['data.example/dataset/birds', 'Added https:// at the start. Removed: /dataset/birds.'],
    ['https://data.example/ä', 'The address is now https://data.example/%C3%A4.'],
    ['"https://data.example"', 'The address is now https://data.example.'],
    [
      'https://data.example/api/3/action/datastore_search_sql?sql=SELECT 1',
      'Removed: /api/3/action/datastore_search_sql?sql=SELECT 1. The path prefix is now /api/3/action.',
    ],
    ['https://data.example/en/api/3/action', 'Removed: /en/api/3/action.'],
    [' http://host.example/gis/map/ ', null],
  ])('%s', (baseUrl, notice) => {
    expect(takeAddressApart({ ...emptyForm, baseUrl }).notice).toBe(notice)
  })

  test('for any text', () => {
    const part = fc.constantFrom(
      'https://',
      'HTTP://',
      'A.example',
      'a.example',
      ':443',
      '/',
      '\\',
      'x',
      'ä',
      '?a b',
      '"',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const typed = parts.join('')
        const { form, notice } = takeAddressApart({ ...emptyForm, baseUrl: typed })
        expect(notice === null).toBe(form.baseUrl === typed.replace(/\/$/, '') || form.baseUrl === typed)
      }),
    )
  })
})

describe('another address', () => {
  const id = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'
  const enter = (form: ConnectionForm, baseUrl: string) => takeAddressApart({ ...form, baseUrl })

  test('takes away the prefix and the table that the one before brought', () => {
    const { form: api } = enter(emptyForm, `https://a.example/de/api/3/action/datastore_search?resource_id=${id}`)
    expect(api).toMatchObject({ prefix: '/de/api/3/action', resource: id })
    const { form, notice } = enter(api, 'https://b.example')
    expect(form).toMatchObject({ baseUrl: 'https://b.example', prefix: emptyForm.prefix, resource: null })
    expect(notice).toBe(`The path prefix is ${emptyForm.prefix} again.`)
    expect(readForm({ ...api, baseUrl: 'https://b.example' })).toMatchObject({
      connection: { prefix: emptyForm.prefix },
      resource: null,
    })
  })

  test('leaves a prefix that was typed', () => {
    const typed = { ...emptyForm, prefix: '/mine' }
    const { form: brought } = enter(typed, 'https://a.example/api/3/action')
    expect(brought.prefix).toBe('/api/3/action')
    expect(enter(enter(brought, 'https://b.example/de/api/3').form, 'https://c.example').form.prefix).toBe('/mine')
    expect(enter({ ...brought, prefix: '/other' }, 'https://b.example').form.prefix).toBe('/other')
  })

  test('is none if the field is left as it was', () => {
    const { form } = enter(emptyForm, `https://a.example/api/3/action/datastore_search?resource_id=${id}`)
    expect(takeAddressApart(form)).toEqual({ form, notice: null })
    expect(readForm(form)).toMatchObject({ connection: { prefix: '/api/3/action' }, resource: id })
  })
})

describe('the token that is kept for an address', () => {
  const known = { tokenHeader: 'X-Key' }
  const plain = { token: null, tokenHeader: 'Authorization' }

  test('stays, with its header, when a new connection to it names none', () => {
    expect(savedToken(plain, known, false)).toEqual({ writes: false, tokenHeader: 'X-Key' })
    expect(savedToken({ token: null, tokenHeader: 'X-New' }, known, false).tokenHeader).toBe('X-New')
  })

  test('is replaced by another, and removed by emptying its field', () => {
    expect(savedToken({ ...plain, token: 'abc' }, known, false)).toEqual({ writes: true, tokenHeader: 'Authorization' })
    expect(savedToken(plain, known, true)).toEqual({ writes: true, tokenHeader: 'Authorization' })
    expect(savedToken(plain, null, false)).toEqual({ writes: true, tokenHeader: 'Authorization' })
  })
})

test('what is copied along with a token is removed, and the notice says so', () => {
  const { form, notice } = takeTokenApart({ ...emptyForm, token: ' Bearer abc ' })
  expect(form.token).toBe('abc')
  expect(notice).not.toBeNull()
})

describe('the connection of a form', () => {
  test('has the host as name, a put-right prefix, and no token for none', () => {
    expect(readForm({ ...emptyForm, baseUrl: 'https://data.example', prefix: 'api/3/action/' })).toEqual({
      ok: true,
      name: 'data.example',
      connection: {
        baseUrl: 'https://data.example',
        prefix: '/api/3/action',
        tokenHeader: 'Authorization',
        token: null,
      },
      resource: null,
    })
  })

  test('has its address taken apart, even while the field has the focus', () => {
    expect(readForm({ ...emptyForm, baseUrl: 'https://data.example/api/3/action/' })).toMatchObject({
      ok: true,
      connection: { baseUrl: 'https://data.example', prefix: '/api/3/action' },
    })
  })

  test('may have the API at the root of its site', () => {
    expect(readForm({ ...emptyForm, baseUrl: 'https://data.example', prefix: '/' })).toMatchObject({
      ok: true,
      connection: { prefix: '' },
    })
  })

  test('names each field that is wrong', () => {
    const read = readForm({ ...emptyForm, prefix: '/a b', tokenHeader: 'X Token', token: 'abc→' })
    expect(read.ok ? [] : Object.keys(read.problems).toSorted()).toEqual(['baseUrl', 'prefix', 'token', 'tokenHeader'])
  })
})

test('an origin is scheme, host and port', () => {
  expect(sameOrigin('https://a.example/x', 'https://a.example')).toBe(true)
  expect(sameOrigin('https://a.example', 'http://a.example')).toBe(false)
  expect(sameOrigin('https://a.example', '')).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { emptyForm, readForm, sameOrigin, takeAddressApart, takeTokenApart } from './connectionForm.ts'

describe('an address that was pasted', () => {
  test('with prefix and action is taken apart, and said', () => {
    const { form, notice } = takeAddressApart({
      ...emptyForm,
      baseUrl: ' https://data.example/ckan/api/3/action/datastore_search?limit=5',
    })
    expect(form).toMatchObject({ baseUrl: 'https://data.example/ckan', prefix: '/api/3/action' })
    expect(notice).toContain('Taken off: /api/3/action/datastore_search?limit=5')
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

  test('that needs nothing is not talked about', () => {
    expect(takeAddressApart({ ...emptyForm, baseUrl: 'https://data.example/' }).notice).toBeNull()
  })

  test('that is none stays as it was typed', () => {
    const form = { ...emptyForm, baseUrl: 'not an address' }
    expect(takeAddressApart(form)).toEqual({ form, notice: null })
  })
})

test('what stands around a token is taken off, and said', () => {
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

  test('has an address that nobody left the field of taken apart', () => {
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

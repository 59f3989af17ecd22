import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { readParams } from './request.ts'

const reading = { reads: true }
const writing = { reads: false }
const json = { 'content-type': 'application/json; charset=utf-8' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

function post(body: BodyInit, headers: Record<string, string>, query = ''): Request {
  return new Request(`http://service.test/api/3/action/x${query}`, { method: 'POST', headers, body })
}

async function read(request: Request, action: { reads: boolean } = reading): Promise<Record<string, string>> {
  return Object.fromEntries(await readParams(request, action, 1000))
}

test('a query string gives texts, a repeated name a list', async () => {
  const request = new Request('http://service.test/x?fields=a&fields=b%20c&limit=1&q=')
  expect(await read(request)).toEqual({ fields: '["a","b c"]', limit: '"1"', q: '""' })
})

test('a JSON body keeps the text of its values, and the last of a repeated member', async () => {
  expect(await read(post('{"a": 1.50, "b": {"c": -0,"c":1}, "a": 9007199254740993}', json))).toEqual({
    a: '9007199254740993',
    b: '{"c": -0,"c":1}',
  })
})

test('white space around a JSON body is none of it, a fault is told by its place in the body, and NBSP is a fault', async () => {
  expect(await read(post(' \t\r\n{"a": 1}\n ', json))).toEqual({ a: '1' })
  for (const [body, at] of [
    ['  {"a": 1} x', 11],
    ['\u00a0{"a": 1}', 1],
    // The comma is the fault, not the brace after it.
    ['  {"a": 1,}', 10],
  ] as const) {
    const refusal: unknown = await read(post(body, json)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(JSON.stringify(refusal instanceof Refusal ? refusal.error : ''), body).toMatch(new RegExp(`\\b${at}\\b`))
  }
})

test('a body is read where requests have no `body` to look at, as in Firefox', async () => {
  const body = Object.getOwnPropertyDescriptor(Request.prototype, 'body') ?? {}
  Reflect.deleteProperty(Request.prototype, 'body')
  try {
    expect(await read(post('{"a": 1.50}', json))).toEqual({ a: '1.50' })
  } finally {
    Object.defineProperty(Request.prototype, 'body', body)
  }
})

test('for a reading action the query string wins over a JSON body, for a writing one it is not looked at', async () => {
  expect(await read(post('{"a": 1}', json, '?b=2'))).toEqual({ b: '"2"' })
  expect(await read(post('{"a": 1}', json, '?b=2'), writing)).toEqual({ a: '1' })
})

test('form fields win over everything, and one field without value is JSON', async () => {
  expect(await read(post('a=1&b=x+y&b=z', form, '?c=2'))).toEqual({ a: '"1"', b: '["x y","z"]' })
  expect(await read(post('{"a": "b&c=d"}', form))).toEqual({ a: '"b&c=d"' })
  expect(await read(post(`${encodeURIComponent('{"a": 1}')}=1`, form))).toEqual({ a: '1' })
  const fields = new FormData()
  fields.append('a', 'one')
  fields.append('file', new Blob(['x']), 'x.csv')
  expect(await read(new Request('http://service.test/x', { method: 'POST', body: fields }))).toEqual({ a: '"one"' })
})

test('no body is no parameters', async () => {
  expect(await read(post('', json))).toEqual({})
  expect(await read(post('', {}))).toEqual({})
})

test.each([
  ['no JSON', 400, () => post('{a}', json)],
  ['no object', 400, () => post('[1]', json)],
  ['not UTF-8', 400, () => post(new Uint8Array([123, 34, 255, 34, 125]), json)],
  ['another type', 415, () => post('{}', { 'content-type': 'text/plain' })],
  ['a broken form', 400, () => post('x', { 'content-type': 'multipart/form-data; boundary=y' })],
  ['too long', 413, () => post(`{"a": "${'x'.repeat(1000)}"}`, json)],
])('a body that cannot be read is refused: %s', async (_, status, request) => {
  const refused = await read(request()).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ status })
})

test('a form of very many parts is refused before they are taken apart', async () => {
  const formOf = (parts: number) => {
    const fields = new FormData()
    for (let at = 0; at < parts; at += 1) fields.append('a', 'x')
    return readParams(new Request('http://service.test/x', { method: 'POST', body: fields }), reading, 100_000_000)
  }
  expect(JSON.parse((await formOf(900)).get('a') ?? '')).toHaveLength(900)
  await expect(formOf(100_000)).rejects.toMatchObject({
    status: 413,
    error: { message: expect.stringContaining('1000') },
  })
})

test('a writing action is refused by GET', async () => {
  const refused = await read(new Request('http://service.test/x?a=1'), writing).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 400, error: expect.stringContaining('Please use POST method') })
})

/** The fields of a form as the members of an object. */
const asJson = (fields: string): string => `{${fields.replaceAll('&', ',').replaceAll(/(\w+)=/g, '"$1":')}}`

test.each([
  ['a query string', (many: string) => new Request(`http://service.test/x?${many}`)],
  ['a query string beside a body', (many: string) => post('{}', json, `?${many}`)],
  ['a form', (many: string) => post(many, form)],
  ['JSON', (many: string) => post(asJson(many), json)],
  ['JSON sent as a form', (many: string) => post(asJson(many), form)],
])('very many fields are refused before they are taken apart: %s', async (_, requestOf) => {
  const fields = (count: number) => Array.from({ length: count }, (_, place) => `a${place}=1`).join('&')
  const readAll = (count: number) => readParams(requestOf(fields(count)), reading, 100_000_000)
  expect((await readAll(5000)).size).toBe(5000)
  await expect(readAll(5001)).rejects.toMatchObject({
    status: 413,
    error: { message: expect.stringContaining('at most 5000 fields') },
  })
})

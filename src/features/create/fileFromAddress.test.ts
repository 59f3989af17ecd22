import { expect, test } from 'vitest'
import { AddressError, fileFromAddress } from './fileFromAddress.ts'

const { signal } = new AbortController()
const answering = (body: string, init?: ResponseInit) => () => Promise.resolve(new Response(body, init))

test('the file has the name that its address ends in', async () => {
  const file = await fileFromAddress(' https://example.org/data/G%C3%A4uges.csv?v=2 ', signal, answering('a\n1\n'))
  expect(file.name).toBe('Gäuges.csv')
  expect(await file.text()).toBe('a\n1\n')
  expect((await fileFromAddress('https://example.org', signal, answering('a'))).name).toBe('example.org')
})

test('it is asked for as anybody', async () => {
  const asked: RequestInit[] = []
  await fileFromAddress('https://example.org/a.csv', signal, (_, init) => {
    asked.push(init ?? {})
    return Promise.resolve(new Response('a'))
  })
  expect(asked).toEqual([{ signal, credentials: 'omit', referrerPolicy: 'no-referrer' }])
})

test.each([
  ['gauges.csv', answering(''), /begins with https/],
  ['ftp://example.org/a.csv', answering(''), /begins with https/],
  ['https://example.org/a.csv', () => Promise.reject(new TypeError('Failed to fetch')), /CORS.*drop it here/],
  ['https://example.org/a.csv', answering('', { status: 404 }), /answered 404/],
  ['https://example.org/a', answering('<p>', { headers: { 'content-type': 'text/html; charset=utf-8' } }), /web page/],
])('%s is told to be no file that can be read, and what to do', async (address, ask, words) => {
  const file = fileFromAddress(address, signal, ask)
  await expect(file).rejects.toThrow(AddressError)
  await expect(file).rejects.toThrow(words)
})

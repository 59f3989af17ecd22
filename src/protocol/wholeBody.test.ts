import { expect, it } from 'vitest'
import { bodyPieces, headersOf, responseOfPieces, setHeader, wholeBody, wholeResponse } from './wholeBody.ts'

const head = { status: 404, headers: { 'content-type': 'application/json', vary: 'Origin' } }

it('gives body and headers as they were made, and sets headers without touching what was given', () => {
  const response = wholeResponse('"ö"', head)
  setHeader(response, 'retry-after', '5')
  expect([response.status, response.ok, wholeBody(response)]).toEqual([404, false, '"ö"'])
  expect(headersOf(response)).toEqual({ ...head.headers, 'retry-after': '5' })
  expect(head.headers).not.toHaveProperty('retry-after')
})

it('is for others what `Response` is', async () => {
  const response = wholeResponse('"ö"', head)
  setHeader(response, 'retry-after', '5')
  const copy = response.clone()
  response.headers.append('vary', 'Accept')
  setHeader(response, 'x-one', '1')
  expect(headersOf(response)).toEqual({ ...head.headers, vary: 'Origin, Accept', 'retry-after': '5', 'x-one': '1' })
  expect([response.bodyUsed, await response.json(), response.bodyUsed]).toEqual([false, 'ö', true])
  expect([copy.status, copy.headers.get('retry-after'), await copy.text()]).toEqual([404, '5', '"ö"'])
})

it('treats any other response alike', () => {
  const response = new Response('x', { headers: { 'content-type': 'text/plain' } })
  setHeader(response, 'vary', 'Origin')
  expect([wholeBody(response), headersOf(response)]).toEqual([null, { 'content-type': 'text/plain', vary: 'Origin' }])
})

it('keeps the object of its headers where one is set that is there', () => {
  const response = wholeResponse('', head)
  setHeader(response, 'vary', 'Origin')
  expect(headersOf(response)).toBe(head.headers)
})

it('holds pieces, of which a stream is made only for who asks for a body', async () => {
  const pieces = [new Uint8Array([0x31]), new Uint8Array([0x32])]
  let streams = 0
  const response = responseOfPieces(
    pieces,
    () => {
      streams += 1
      return new Blob(pieces).stream()
    },
    head,
  )
  expect([bodyPieces(response), wholeBody(response), streams]).toEqual([pieces, null, 0])
  expect([await response.text(), streams]).toEqual(['12', 1])
  expect(bodyPieces(wholeResponse('', head))).toBeNull()
})

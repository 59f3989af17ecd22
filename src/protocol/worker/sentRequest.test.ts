import { expect, it } from 'vitest'
import { SentRequest } from './sentRequest.ts'

it('says what was sent to the worker', async () => {
  const body = new TextEncoder().encode('{}').buffer
  const headers = [['authorization', 't'] as const, ['host', 'x'] as const]
  const request = new SentRequest({ kind: 'request', id: 1, url: 'http://x/a', method: 'POST', headers, body })
  expect([request.method, request.url]).toEqual(['POST', 'http://x/a'])
  expect([request.headers.get('host'), request.headers.get('origin')]).toEqual(['x', null])
  expect([...request.headers]).toEqual(headers)
  expect(await request.arrayBuffer()).toBe(body)
})

it('has no bytes without a body, and a signal that its end aborts', async () => {
  const request = new SentRequest({ kind: 'request', id: 1, url: 'http://x/', method: 'GET', headers: [], body: null })
  expect((await request.arrayBuffer()).byteLength).toBe(0)
  expect(request.signal.aborted).toBe(false)
  request.end()
  expect(() => request.signal.throwIfAborted()).toThrow('aborted')
})

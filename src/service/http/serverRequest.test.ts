import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { ServerRequest } from './serverRequest.ts'

function incoming(headers: Record<string, string>): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  message.method = 'POST'
  message.headers = headers
  return message
}

it('says what was sent', async () => {
  const request = new ServerRequest(incoming({ 'content-type': 'application/json', host: 'x' }), 'http://x/a')
  expect([request.method, request.url, request.headers.get('host'), request.headers.get('origin')]).toEqual([
    'POST',
    'http://x/a',
    'x',
    null,
  ])
  expect([...request.headers]).toEqual([
    ['content-type', 'application/json'],
    ['host', 'x'],
  ])
  expect((await request.arrayBuffer()).byteLength).toBe(0)
  request.body = new Uint8Array([1, 2])
  expect(new Uint8Array(await request.arrayBuffer())).toEqual(request.body)
})

it.each(['before', 'after'])('has a signal that aborts if it is asked for %s the end', (when) => {
  const request = new ServerRequest(incoming({}), 'http://x/')
  const early = when === 'before' ? request.signal : null
  const reason = new Error('others wait')
  request.end(reason)
  request.end(new Error('later'))
  expect([request.signal.aborted, request.signal.reason]).toEqual([true, reason])
  expect(early?.aborted ?? true).toBe(true)
})

it('tells those who listen to its signal, once, and none of those who have stopped', () => {
  const request = new ServerRequest(incoming({}), 'http://x/')
  const told: string[] = []
  const [one, other] = [() => void told.push('one'), () => void told.push('other')]
  for (const listener of [one, other, one]) request.signal.addEventListener('abort', listener)
  request.signal.removeEventListener('abort', other)
  request.signal.throwIfAborted()
  request.end()
  request.end()
  request.signal.addEventListener('abort', other)
  expect(told).toEqual(['one'])
  expect(() => request.signal.throwIfAborted()).toThrow('aborted')
  expect(request.signal.reason).toHaveProperty('name', 'AbortError')
})

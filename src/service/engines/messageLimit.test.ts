import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { limitMessages } from './messageLimit.ts'

function message(length: number): Buffer {
  const bytes = Buffer.alloc(length + 5, 'x')
  bytes.writeUInt32BE(length + 4, 1)
  return bytes
}

async function ended(bytes: Buffer, chunk: number): Promise<string> {
  const stream = new PassThrough()
  const end = new Promise<string>((resolve) => {
    stream.once('error', (error) => resolve(error.message))
    stream.once('end', () => resolve('whole'))
  })
  limitMessages(stream, 100, () => new Error('too long'))
  stream.resume()
  for (let at = 0; at < bytes.length; at += chunk) stream.write(bytes.subarray(at, at + chunk))
  stream.end()
  return end
}

it.each([1, 3, 7, 1000])('lets messages through up to the limit, in pieces of %i bytes', async (chunk) => {
  expect(await ended(Buffer.concat([message(0), message(100), message(3), message(99)]), chunk)).toBe('whole')
})

it.each([1, 3, 7, 1000])('ends the connection at a longer one, in pieces of %i bytes', async (chunk) => {
  expect(await ended(Buffer.concat([message(100), message(101), message(3)]), chunk)).toBe('too long')
})

import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { readLongRow } from '../longRow.ts'
import { gateMessages } from './messageGate.ts'

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
  gateMessages(stream, 100, () => new Error('too long'))
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

/** A message of that type and content, as PostgreSQL sends it. */
function typed(type: string, content: string | Buffer): Buffer {
  const bytes = message(Buffer.byteLength(content))
  bytes.write(type, 0)
  bytes.set(Buffer.from(content), 5)
  return bytes
}

it.each([1, 2, 5, 6, 11, 1000])(
  'gives rows to their taker and the rest to the driver, in pieces of %i bytes',
  (size) => {
    const stream = new PassThrough()
    const driver: Buffer[] = []
    stream.on('data', (piece: Buffer) => driver.push(Buffer.from(piece)))
    const gate = gateMessages(stream, 100, () => new Error('too long'))
    const send = (bytes: Buffer): void => {
      for (let at = 0; at < bytes.length; at += size) stream.emit('data', bytes.subarray(at, at + size))
    }
    const [before, begun, ended, after] = [typed('Z', 'I'), typed('H', '00'), typed('C', 'COPY 3'), typed('D', 'later')]
    const rows: string[] = []
    let row = ''
    // The driver is in the middle of a message as the copy begins, and again as it ends.
    send(before.subarray(0, 3))
    gate.divert((bytes, ends) => {
      const text = Buffer.from(bytes).toString()
      const starts = [0, ...ends]
      for (const [at, end] of ends.entries()) {
        rows.push(row + text.slice(starts[at], end))
        row = ''
      }
      row += text.slice(starts.at(-1))
    })
    send(Buffer.concat([before.subarray(3), begun, typed('d', 'one,1\n'), typed('d', ''), typed('d', 'kelp\n'), ended]))
    send(after.subarray(0, 4))
    gate.divert(null)
    send(Buffer.concat([after.subarray(4), typed('d', 'to the driver')]))
    expect(rows).toEqual(['one,1\n', '', 'kelp\n'])
    expect(Buffer.concat(driver)).toEqual(Buffer.concat([before, begun, ended, after, typed('d', 'to the driver')]))
  },
)

/** The values of a row as PostgreSQL sends them. */
function rowOf(values: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(values.length)
  const parts = values.map((value) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === null ? -1 : Buffer.byteLength(value))
    return Buffer.concat([length, Buffer.from(value ?? '')])
  })
  return typed('D', Buffer.concat([count, ...parts]))
}

it.each([11, 1000, 65_536, 1e6])('gives long rows to their taker, in pieces of %i bytes', (size) => {
  const stream = new PassThrough()
  const driver: Buffer[] = []
  stream.on('data', (piece: Buffer) => driver.push(Buffer.from(piece)))
  const gate = gateMessages(stream, 1e6, () => new Error('too long'))
  const long = 'kelp '.repeat(7000)
  const row = ['7', null, long, '', 'last']
  const [before, after] = [typed('D', 'short'), typed('C', 'SELECT 2')]
  const rows: unknown[] = []
  gate.divertLong((pieces) => {
    const { values, long: bytes } = readLongRow(pieces, 2)
    rows.push([values, Buffer.concat(bytes).toString()])
  })
  const sent = Buffer.concat([before, rowOf(row), rowOf(row), after])
  for (let at = 0; at < sent.length; at += size) stream.emit('data', sent.subarray(at, at + size))
  const taken = [['7', null, '', '', 'last'], long]
  // A head that comes in two pieces is the driver's before it is known.
  const isSplit = size === 11
  expect(rows).toEqual(isSplit ? [] : [taken, taken])
  expect(Buffer.concat(driver)).toEqual(isSplit ? sent : Buffer.concat([before, after]))
})

import type { IncomingMessage, ServerResponse } from 'node:http'
import { joinedBytes } from '../../protocol/joinedBytes.ts'

/** Why a body is not read to its end. */
export type BodyProblem = 'too large' | 'too slow' | 'too many'

/** The least of a body, in bytes, that has to arrive within each of these spans of time. */
export interface BodyPace {
  readonly bytes: number
  readonly milliseconds: number
}

/** Reads the whole body of a request of at most that many bytes; null if it has none. */
export type BodyReader = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  most: number,
) => Promise<Uint8Array<ArrayBuffer> | null | BodyProblem>

/**
 * Makes a reader of bodies, which are held in memory until they are answered. It bounds what requests with the same limit
 * hold together, and ends a body that arrives at less than the given pace: each would keep others from being served.
 */
export function createBodyReader(pace: BodyPace = PACE): BodyReader {
  /** Bytes held, by the limit of their requests. */
  const held = new Map<number, number>()
  const hold = (most: number, bytes: number): number => {
    const all = (held.get(most) ?? 0) + bytes
    held.set(most, all)
    return all
  }
  const watch = createWatch(pace)

  return (incoming, outgoing, most) => {
    if (incoming.method === 'GET' || incoming.method === 'HEAD') return NO_BODY
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = []
      let length = 0
      let mine = 0
      let problem: BodyProblem | null = null
      let isFinished = false
      let reading: NodeJS.Timeout | undefined
      const letGo = (): void => {
        chunks.length = 0
        if (mine > 0) hold(most, -mine)
        mine = 0
      }
      const arriving: Arriving = { inTime: 0, isNew: true, slow: () => finish('too slow') }
      const finish = (result: Uint8Array<ArrayBuffer> | null | BodyProblem): void => {
        watch.forget(arriving)
        clearTimeout(reading)
        isFinished = true
        if (typeof result === 'string') letGo()
        resolve(result)
      }
      const isTooLarge = (): boolean => length > most || Number(incoming.headers['content-length'] ?? 0) > most
      watch.add(arriving)

      incoming.on('data', (chunk: Uint8Array) => {
        length += chunk.byteLength
        arriving.inTime += chunk.byteLength
        if (problem === null && isTooLarge()) problem = 'too large'
        if (problem === null) {
          mine += chunk.byteLength
          if (hold(most, chunk.byteLength) > mostTogether(most)) problem = 'too many'
          else return chunks.push(chunk)
        }
        // Closing a connection with unread bytes resets it and loses the refusal, so they are read and dropped for a while.
        const found = problem
        letGo()
        return (reading ??= setTimeout(() => finish(found), READ_ON_MS))
      })
      incoming.on('end', () => {
        if (problem === null && isTooLarge()) problem = 'too large'
        if (problem !== null) finish(problem)
        else finish(length === 0 ? null : joinedBytes(chunks))
        chunks.length = 0
      })
      incoming.on('error', reject)
      // The answer is sent, or the client has gone.
      outgoing.on('close', () => {
        letGo()
        watch.forget(arriving)
        clearTimeout(reading)
        // After the last byte nobody waits, and an error takes longer to make than a body to read.
        if (!isFinished) reject(new Error('The client went away'))
      })
    })
  }
}

const NO_BODY = Promise.resolve(null)

/** A body that arrives. */
interface Arriving {
  inTime: number
  /** Whether it came within the span that runs: it is looked at in the next one. */
  isNew: boolean
  slow(): void
}

/** Looks at all bodies that arrive, at the end of each span of time: most have arrived at once and need no timer. */
function createWatch(pace: BodyPace) {
  const all = new Set<Arriving>()
  let timer: NodeJS.Timeout | null = null

  function look(): void {
    for (const body of all) {
      if (!body.isNew && body.inTime < pace.bytes) body.slow()
      body.isNew = false
      body.inTime = 0
    }
    if (all.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  return {
    add(body: Arriving): void {
      all.add(body)
      timer ??= setInterval(look, pace.milliseconds).unref()
    },
    forget: (body: Arriving): boolean => all.delete(body),
  }
}

/** A line of 8 kbit/s is fast enough: a body of 256 MB may come over a slow line, but one that trickles is ended. */
const PACE: BodyPace = { bytes: 30_000, milliseconds: 30_000 }

/** As many as 32 bodies of the largest size, and never more than 1 GB. */
function mostTogether(most: number): number {
  return Math.min(32 * most, 1024 * 1024 * 1024)
}

const READ_ON_MS = 2000

import type { Handler } from './handler.ts'
import type { BodyPart, HostMessage, HostPort } from './workerMessages.ts'

/**
 * Answers, inside a worker, the requests that a `workerHandler` carries to it. `open` is called at once; what is asked
 * before it resolves waits for it, and its failure is told to the host. `onTurn` is told the number of the request that
 * is worked for from then on.
 */
export function serveWorker(
  port: HostPort,
  open: () => Promise<Handler & { close?: () => Promise<void> }>,
  onTurn: (id: number) => void = () => undefined,
): void {
  const service = open()
  const running = new Map<number, Answering>()

  service.then(
    () => port.post({ kind: 'ready' }, []),
    (error: unknown) => port.post({ kind: 'unready', problem: wordsOf(error) }, []),
  )

  port.onMessage((message) => {
    switch (message.kind) {
      case 'request':
        void answer(message)
        break
      case 'pull':
        void proceed(message.id)
        break
      case 'abort':
        void abort(message.id)
        break
      case 'close':
        void close()
        break
    }
  })

  async function answer(message: Extract<HostMessage, { kind: 'request' }>): Promise<void> {
    const { id } = message
    const aborter = new AbortController()
    const answering: Answering = { aborter, reader: null }
    running.set(id, answering)
    try {
      const handler = await service
      onTurn(id)
      const response = await handler(
        new Request(message.url, {
          method: message.method,
          headers: message.headers.map(([name, value]): [string, string] => [name, value]),
          body: message.body,
          signal: aborter.signal,
        }),
      )
      answering.reader = response.body?.getReader() ?? null
      if (aborter.signal.aborted) await answering.reader?.cancel()
      aborter.signal.throwIfAborted()
      const part = await nextPart(answering.reader)
      if (part.last) running.delete(id)
      port.post({ kind: 'head', id, status: response.status, headers: [...response.headers], part }, [
        part.bytes.buffer,
      ])
    } catch (error) {
      running.delete(id)
      port.post({ kind: 'failed', id, problem: wordsOf(error) }, [])
    }
  }

  async function proceed(id: number): Promise<void> {
    const answering = running.get(id)
    onTurn(id)
    try {
      const part = await nextPart(answering?.reader ?? null)
      if (part.last) running.delete(id)
      port.post({ kind: 'part', id, part }, [part.bytes.buffer])
    } catch (error) {
      running.delete(id)
      port.post({ kind: 'failed', id, problem: wordsOf(error) }, [])
    }
  }

  async function abort(id: number): Promise<void> {
    const answering = running.get(id)
    if (!answering) return
    running.delete(id)
    answering.aborter.abort()
    // The body's own failure on being cancelled concerns nobody any more.
    await answering.reader?.cancel().catch(() => undefined)
  }

  async function close(): Promise<void> {
    try {
      const handler = await service
      await handler.close?.()
    } catch {
      // What did not open, or can't be closed, is ended with the worker.
    }
    port.post({ kind: 'closed' }, [])
  }
}

interface Answering {
  readonly aborter: AbortController
  reader: ReadableStreamDefaultReader<Uint8Array> | null
}

/** A turn of the worker carries about this much of an answer: usual answers go in one, a dump of any size does not pile up. */
const PART_BYTES = 4 * 1024 * 1024

async function nextPart(reader: ReadableStreamDefaultReader<Uint8Array> | null): Promise<BodyPart> {
  if (!reader) return { bytes: new Uint8Array(), last: true }
  const chunks: Uint8Array[] = []
  let length = 0
  let last = false
  while (!last && length < PART_BYTES) {
    const { done, value } = await reader.read()
    last = done
    if (value) {
      chunks.push(value)
      length += value.byteLength
    }
  }
  // Copied even where there is one chunk: its buffer may be shared (Node keeps small ones in a pool) and can't be transferred.
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return { bytes, last }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import type { EngineParts } from '../protocol/engineMessages.ts'

/** The list of the engine's files, written by the build beside them. */
export interface EngineFiles {
  readonly wasm: EngineFile
  readonly data: EngineFile
  readonly parser: EngineFile
  readonly sample: EngineFile
}

/** A gzipped file; its name changes with its contents. */
export interface EngineFile {
  readonly name: string
  readonly bytes: number
}

/** Loads the files of the engine from one folder, and tells how many bytes of those asked for have come. */
export interface EngineLoader {
  /** Compiled while it comes. */
  parts(): Promise<EngineParts>
  /** The prepared data folder, a gzipped tar. */
  sample(): Promise<Blob>
  /** The SQL parser's module; not counted, as nothing waits for it at the start. */
  parser(): Promise<WebAssembly.Module>
}

/** Throws, here and later, in plain words where a file does not come. */
export async function engineLoader(
  base: string,
  onProgress: (loaded: number, total: number) => void,
): Promise<EngineLoader> {
  const answer = await load(new URL('files.json', base), 'no-cache')
  // Written by the same build as this file, and asked for anew each time.
  const files: EngineFiles = await answer.json()
  let loaded = 0
  let total = 0
  const counted = async (file: EngineFile): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
    total += file.bytes
    const response = await load(new URL(file.name, base), 'force-cache')
    let mine = 0
    return bodyOf(response).pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          // A host that unpacks by itself sends more bytes than the file has.
          const before = mine
          mine = Math.min(file.bytes, mine + chunk.byteLength)
          loaded += mine - before
          onProgress(loaded, total)
          controller.enqueue(chunk)
        },
      }),
    )
  }
  return {
    async parts() {
      const [wasm, data] = await Promise.all([
        counted(files.wasm).then((stream) => compiled(stream)),
        counted(files.data).then(async (stream) => new Response(await unpacked(stream)).blob()),
      ])
      return { wasm, data }
    },
    async sample() {
      return tarOf(await counted(files.sample))
    },
    async parser() {
      return compiled(bodyOf(await load(new URL(files.parser.name, base), 'default')))
    },
  }
}

/** A data folder, gzipped or not, as a plain tar; throws where it is neither, before PGlite takes it apart. */
export async function tarOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const bytes = await new Response(await unpacked(stream)).arrayBuffer()
  const name = new TextDecoder().decode(bytes.slice(TAR_MARK_AT, TAR_MARK_AT + 5))
  if (name !== 'ustar') throw new Error('This file is no data folder.')
  return new Blob([bytes], { type: 'application/x-tar' })
}

/** Where the header of a tar's first file says what it is. */
const TAR_MARK_AT = 257

/** From the bytes themselves, so that no host's MIME type or compression matters. */
async function compiled(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<WebAssembly.Module> {
  const response = new Response(await unpacked(stream), { headers: { 'content-type': 'application/wasm' } })
  return WebAssembly.compileStreaming(response)
}

/** Unpacks what is gzipped (by its first two bytes): some hosts unpack such files on the way, others don't. */
async function unpacked(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ReadableStream<Uint8Array>> {
  const reader = stream.getReader()
  const first = await reader.read()
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      if (first.value) controller.enqueue(first.value)
      if (first.done) controller.close()
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const isGzip = first.value !== undefined && first.value[0] === 0x1f && first.value[1] === 0x8b
  return isGzip ? whole.pipeThrough(new DecompressionStream('gzip')) : whole
}

function bodyOf(response: Response): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (response.body === null) throw new Error(`${response.url} came empty.`)
  return response.body
}

async function load(url: URL, cache: RequestCache): Promise<Response> {
  const response = await fetch(url, { cache, credentials: 'same-origin' }).catch((cause: unknown) => {
    throw new Error(`PostgreSQL could not be loaded: ${url.host} does not answer. Check the network, then try again.`, {
      cause,
    })
  })
  if (!response.ok) {
    throw new Error(
      `PostgreSQL could not be loaded: ${url.host} answered ${response.status} for ${url.pathname}. Load the page anew; if it stays so, its host has to put it up again.`,
    )
  }
  return response
}

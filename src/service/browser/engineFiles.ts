import type { EngineParts } from '../../protocol/engineMessages.ts'
import { ProblemError } from '../../protocol/problem.ts'

/** The engine's files, listed by the build. */
export interface EngineFiles {
  readonly wasm: EngineFile
  readonly data: EngineFile
  readonly parser: EngineFile
  readonly sample: EngineFile
}

/** A gzipped file. Its name changes with its contents. */
export interface EngineFile {
  readonly name: string
  readonly bytes: number
}

/** Loads the engine's files from one folder and reports progress in bytes. */
export interface EngineLoader {
  /** Compiled while it downloads. */
  parts(): Promise<EngineParts>
  /** The prepared data folder, a gzipped tar. */
  sample(): Promise<Blob>
  /** The SQL parser's module. Not part of the progress: nothing waits for it at the start. */
  parser(): Promise<WebAssembly.Module>
}

/** Rejects, here and later, with an explanation if a file can't be loaded. */
export async function engineLoader(
  base: string,
  onProgress: (loaded: number, total: number) => void,
): Promise<EngineLoader> {
  const answer = await load(new URL('files.json', base), 'no-cache')
  // From the same build as this file, and never cached.
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
          // A host that unpacks the file sends more bytes than it has.
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

/** A data folder, gzipped or not, as a plain tar. Throws if it is neither, before PGlite unpacks it. */
export async function tarOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const bytes = await new Response(await unpacked(stream)).arrayBuffer()
  const name = new TextDecoder().decode(bytes.slice(TAR_MARK_AT, TAR_MARK_AT + 5))
  if (name !== 'ustar') throw new ProblemError({ code: 'notBackup' })
  return new Blob([bytes], { type: 'application/x-tar' })
}

/** Where a tar's header has its format. */
const TAR_MARK_AT = 257

/** Compiles from the bytes alone, so that the host's MIME type and compression don't matter. */
async function compiled(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<WebAssembly.Module> {
  const response = new Response(await unpacked(stream), { headers: { 'content-type': 'application/wasm' } })
  return WebAssembly.compileStreaming(response)
}

/** Unpacks the stream if its first two bytes say gzip: some hosts have unpacked it already, others haven't. */
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
  if (response.body === null) throw new ProblemError({ code: 'engineFileEmpty', url: response.url })
  return response.body
}

async function load(url: URL, cache: RequestCache): Promise<Response> {
  const response = await fetch(url, { cache, credentials: 'same-origin' }).catch((cause: unknown) => {
    throw new ProblemError({ code: 'engineHostSilent', host: url.host }, { cause })
  })
  if (!response.ok) {
    throw new ProblemError({
      code: 'engineFileMissing',
      host: url.host,
      status: response.status,
      path: url.pathname,
    })
  }
  return response
}

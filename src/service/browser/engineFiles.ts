import type { EngineParts } from '../../protocol/engineMessages.ts'
import { joinedBytes } from '../../protocol/joinedBytes.ts'
import { ProblemError } from '../../protocol/problem.ts'

/** The engine's files. */
export interface EngineFiles {
  readonly wasm: EngineFile
  readonly data: EngineFile
  readonly parser: EngineFile
  readonly sample: EngineFile
}

/** A gzipped file, which a host may send unpacked. */
export interface EngineFile {
  readonly name: string
  /** How long it is, and unpacked. */
  readonly bytes: number
  readonly plainBytes: number
  /** SHA-256 in base64, of the file and unpacked. */
  readonly digests: readonly string[]
}

/** Those that belong to this program, written into it by the build. */
declare const ENGINE_FILES: EngineFiles

/** Loads the engine's files from one folder and reports progress in bytes. */
export interface EngineLoader {
  /** Compiled while it downloads. */
  parts(): Promise<EngineParts>
  /** The prepared data folder, a tar. */
  sample(): Promise<Blob>
  /** The SQL parser's module. Not part of the progress: nothing waits for it at the start. */
  parser(): Promise<WebAssembly.Module>
}

/**
 * Gives out no file but the build's own: one that is something else, as from a sign-in page of a network, is fetched again
 * once, past all that is kept of it. Rejects with a `ProblemError` that names the file.
 */
export function engineLoader(
  base: string,
  onProgress: (loaded: number, total: number) => void,
  files: EngineFiles = ENGINE_FILES,
): EngineLoader {
  let loaded = 0
  let total = 0
  const counted = <T>(file: EngineFile, make: Make<T>) => {
    total += file.bytes
    let mine = 0
    return proven(base, file, make, (bytes) => {
      // A host that unpacks the file sends more bytes than it has.
      const now = Math.min(file.bytes, bytes)
      loaded += now - mine
      mine = now
      onProgress(loaded, total)
    })
  }
  return {
    async parts() {
      // Before 12 MB come for nothing.
      if (!mayCompile()) throw new ProblemError({ code: 'engineForbidden', part: 'theWebAssembly' })
      const [wasm, data] = await Promise.all([
        counted(files.wasm, compiled),
        counted(files.data, { ofStream: (stream) => new Response(stream).blob() }),
      ])
      return { wasm, data }
    },
    sample: () => counted(files.sample, { ofStream: plainTar }),
    parser: () => proven(base, files.parser, compiled, () => undefined),
  }
}

/** Whether the policy of the site lets anything be compiled. */
function mayCompile(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_PROGRAM) instanceof WebAssembly.Module
  } catch {
    return false
  }
}

const EMPTY_PROGRAM = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/** A data folder, gzipped or not, as a plain tar. Throws if it is neither, before PGlite unpacks it. */
export async function tarOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  return plainTar(await unpacked(stream))
}

async function plainTar(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  const bytes = await new Response(stream).arrayBuffer()
  const name = new TextDecoder().decode(bytes.slice(TAR_MARK_AT, TAR_MARK_AT + 5))
  if (name !== 'ustar') throw new ProblemError({ code: 'notBackup' })
  return new Blob([bytes], { type: 'application/x-tar' })
}

/** Where a tar's header has its format. */
const TAR_MARK_AT = 257

interface Make<T> {
  readonly ofStream: (stream: ReadableStream<Uint8Array>) => Promise<T>
  /** Of a program that comes unpacked and as such, as the service worker keeps it. */
  readonly ofProgram?: (answer: Response) => Promise<T>
}

/** What it makes of the file while it arrives, if all of it turns out to be the build's. */
async function proven<T>(base: string, file: EngineFile, make: Make<T>, onBytes: (bytes: number) => void): Promise<T> {
  const url = new URL(file.name, base)
  const first = await arrived(url, file, make, onBytes, 'force-cache')
  const answer = 'made' in first ? first : await arrived(url, file, make, onBytes, 'reload')
  if ('made' in answer) return answer.made
  throw new ProblemError(answer.problem, { cause: answer.cause })
}

type Arrival<T> =
  | { readonly made: T }
  | { readonly problem: ConstructorParameters<typeof ProblemError>[0]; readonly cause?: unknown }

async function arrived<T>(
  url: URL,
  file: EngineFile,
  make: Make<T>,
  onBytes: (bytes: number) => void,
  cache: RequestCache,
): Promise<Arrival<T>> {
  const { host, pathname: path } = url
  const silent = { code: 'engineHostSilent', host } as const
  const wrong = { code: 'engineFileWrong', host, path } as const
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let count = 0
  let cause: unknown = null
  try {
    const answer = await fetch(url, { cache, credentials: 'same-origin' })
    if (!answer.ok) return { problem: { code: 'engineFileMissing', host, status: answer.status, path } }
    // Whatever it is called, what is fetched again is taken by its bytes alone.
    const isProgram = cache === 'force-cache' && answer.headers.get('content-type') === WASM
    const ofProgram = isProgram ? make.ofProgram : undefined
    const { body } = ofProgram ? answer.clone() : answer
    if (body === null) return { problem: wrong }
    const reader = body.getReader()
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            controller.close()
            return
          }
          chunks.push(value)
          count += value.byteLength
          onBytes(count)
          controller.enqueue(value)
        } catch (error) {
          cause = error
          controller.error(error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    })
    const making = ofProgram
      ? Promise.all([ofProgram(answer), stream.pipeTo(new WritableStream())]).then(([program]) => program)
      : make.ofStream(await unpacked(stream))
    const made = await making.catch((error: unknown) => ({ failed: error }))
    if (cause !== null) return { problem: silent, cause }
    if (typeof made === 'object' && made !== null && 'failed' in made) return { problem: wrong, cause: made.failed }
    return (await isThe(file, chunks, count)) ? { made } : { problem: wrong }
  } catch (error) {
    return { problem: silent, cause: error }
  }
}

/** By its digest; where the browser makes none, at addresses without https, by its length (gzip has a check of its own). */
async function isThe(file: EngineFile, chunks: readonly Uint8Array<ArrayBuffer>[], count: number): Promise<boolean> {
  const { subtle } = crypto as Partial<Crypto>
  if (subtle === undefined) return count === file.bytes || count === file.plainBytes
  // Not a Blob, which would take 9 MB to the browser's own process and back.
  const digest = await subtle.digest('SHA-256', joinedBytes(chunks))
  return file.digests.includes(btoa(String.fromCodePoint(...new Uint8Array(digest))))
}

const WASM = 'application/wasm'

const compiled: Make<WebAssembly.Module> = {
  /** Compiles from the bytes alone, so that the host's MIME type and compression don't matter. */
  ofStream: (stream) => WebAssembly.compileStreaming(new Response(stream, { headers: { 'content-type': WASM } })),
  /** A browser keeps what it has compiled of an answer that came from somewhere (Chromium 156, after the second visit). */
  ofProgram: (answer) => WebAssembly.compileStreaming(answer),
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

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { engineLoader, type EngineFile, type EngineFiles } from './engineFiles.ts'

const TAR = new Uint8Array(1024)
TAR.set(new TextEncoder().encode('ustar'), 257)
const PACKED = new Uint8Array(gzipSync(TAR))
const PAGE = new TextEncoder().encode('<!doctype html><title>Log in</title>')

const sample: EngineFile = {
  name: 'sample-0.bin',
  bytes: PACKED.length,
  plainBytes: TAR.length,
  digests: [PACKED, TAR].map((bytes) => createHash('sha256').update(bytes).digest('base64')),
}
const files: EngineFiles = { wasm: sample, data: sample, parser: sample, sample }

afterEach(() => void vi.unstubAllGlobals())

/** Answers by turns, and gives the ways in which the browser's own store was to be used. */
function play(...answers: readonly (() => Response)[]): readonly unknown[] {
  const ways: unknown[] = []
  vi.stubGlobal('fetch', async (_url: URL, { cache }: RequestInit) => {
    const answer = answers[ways.length] ?? answers.at(-1)
    ways.push(cache)
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer()
  })
  return ways
}

const loading = (onProgress: (loaded: number, total: number) => void = () => undefined) =>
  engineLoader('https://host/engine/', onProgress, files).sample()

const wrong = { problem: { code: 'engineFileWrong', host: 'host', path: '/engine/sample-0.bin' } }

test('the file of the build is taken, packed or unpacked by the host, and counted by its own length', async () => {
  for (const bytes of [PACKED, TAR]) {
    const ways = play(() => new Response(bytes))
    const progress: number[] = []
    expect(await (await loading((loaded) => progress.push(loaded))).arrayBuffer()).toEqual(TAR.buffer)
    expect(ways).toEqual(['force-cache'])
    expect(progress.at(-1)).toBe(sample.bytes)
  }
})

test('a kept page of a network, a cut file, another build or an empty one is fetched again, once', async () => {
  const other = new Uint8Array(TAR)
  other[0] = 1
  for (const bytes of [PAGE, PACKED.slice(0, 20), other, new Uint8Array(gzipSync(other)), new Uint8Array()]) {
    const ways = play(
      () => new Response(bytes),
      () => new Response(PACKED),
    )
    expect(await (await loading()).arrayBuffer()).toEqual(TAR.buffer)
    expect(ways).toEqual(['force-cache', 'reload'])
    const still = play(() => new Response(bytes))
    await expect(loading()).rejects.toMatchObject(wrong)
    expect(still).toHaveLength(2)
  }
})

test('a host that breaks off, is silent or has no such file is another thing than a wrong file', async () => {
  const broken = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }))
  play(broken)
  await expect(loading()).rejects.toMatchObject({ problem: { code: 'engineHostSilent' } })
  play()
  await expect(loading()).rejects.toMatchObject({ problem: { code: 'engineHostSilent' } })
  play(() => new Response('Not found', { status: 404 }))
  await expect(loading()).rejects.toMatchObject({ problem: { code: 'engineFileMissing', status: 404 } })
})

test('at addresses without https, where there are no digests, the length decides', async () => {
  vi.stubGlobal('crypto', {})
  play(() => new Response(PACKED))
  expect(await (await loading()).arrayBuffer()).toEqual(TAR.buffer)
  play(() => new Response(PAGE))
  await expect(loading()).rejects.toMatchObject(wrong)
})

// `node stillSample.mjs <folder of the server> <folder>`: prepares the sample, with the same bytes each time. PostgreSQL writes
// the time and random numbers into its files, which here stand still. A process of its own, as nothing else could work so.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A time after the last of the sample's. */
const NOW = Date.UTC(2026, 0, 1)

const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...parameters) {
    super(...(parameters.length === 0 ? [NOW] : parameters))
  }

  static now() {
    return NOW
  }
}
// What waits for a moment to pass sees one pass each time it looks.
let passed = 0
performance.now = () => (passed += 0.001)

/** The same bytes in the same order: a linear congruential generator, which is as random as a sample of rows needs. */
let state = 1
function fill(view) {
  const bytes = new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength)
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return view
}
const crypto = createRequire(import.meta.url)('node:crypto')
crypto.randomFillSync = fill
globalThis.crypto.getRandomValues = fill
Math.random = () => fill(new Uint8Array(1))[0] / 256

const [server, folder] = process.argv.slice(2)
const { writeSampleSnapshot } = await import(pathToFileURL(join(server, 'sampleSnapshot.mjs')).href)
await writeSampleSnapshot(join(folder, 'sample.tar.gz'), join(folder, 'sample.json'))

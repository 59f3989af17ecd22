import type { PGlite } from '@electric-sql/pglite'

/** How much memory PGlite's PostgreSQL may take. */
export interface MemoryLimit {
  /** The memory it has, in bytes: it grows, and never gets smaller. */
  readonly bytes: number
  /** From now on it may have so many bytes. PostgreSQL answers "out of memory" (53200) to a statement that needs more. */
  allow(bytes: number): void
}

/** PGlite's memory grows by a call of this program's, so it can be refused. At first there is no limit. */
export function limitMemory(db: PGlite): MemoryLimit {
  const memory: unknown = Reflect.get(db.Module, 'wasmMemory')
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('PGlite has no wasmMemory')
  const grow = memory.grow.bind(memory)
  let most = Infinity
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > most) throw new RangeError('More memory than is allowed')
    return grow(pages)
  }
  return {
    get bytes() {
      return memory.buffer.byteLength
    },
    allow(bytes) {
      most = bytes
    },
  }
}

/** A page of WebAssembly's memory. */
const PAGE_BYTES = 65_536

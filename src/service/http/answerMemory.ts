/** The bytes of a long value, as they arrive. */
export interface GatheredBytes {
  /** Copies a piece. */
  add(piece: Uint8Array): void
  /** What has been added, in larger pieces. */
  pieces(): readonly Uint8Array[]
}

/**
 * Gathers bytes in memory that is used again after `giveBack`. With fresh memory for each, 40 answers of 2 MB a second made
 * the garbage collector stop the thread eight times a second, for 5 to 17 ms on a busy machine (measured).
 */
export function gatherBytes(): GatheredBytes {
  const blocks: Uint8Array<ArrayBuffer>[] = []
  /** How much of the last block is used. */
  let used = BLOCK_BYTES
  return {
    add(piece) {
      for (let at = 0; at < piece.byteLength;) {
        if (used === BLOCK_BYTES) {
          blocks.push(takeBlock())
          used = 0
        }
        const part = piece.subarray(at, at + BLOCK_BYTES - used)
        blocks.at(-1)?.set(part, used)
        used += part.byteLength
        at += part.byteLength
      }
    },
    pieces: () => blocks.map((block, at) => (at === blocks.length - 1 ? block.subarray(0, used) : block)),
  }
}

/**
 * Says that nobody reads these pieces any more, nor any other part of the same values. Pieces of other memory may be among
 * them. What is never given back is left to the garbage collector.
 */
export function giveBack(pieces: readonly Uint8Array[]): void {
  for (const { buffer } of pieces) {
    const block = lent.get(buffer)
    if (block === undefined) continue
    lent.delete(buffer)
    if (free.length < MOST_FREE) free.push(block)
  }
}

function takeBlock(): Uint8Array<ArrayBuffer> {
  const block = free.pop() ?? new Uint8Array(BLOCK_BYTES)
  lent.set(block.buffer, block)
  return block
}

const free: Uint8Array<ArrayBuffer>[] = []
const lent = new WeakMap<ArrayBufferLike, Uint8Array<ArrayBuffer>>()

const BLOCK_BYTES = 256 * 1024

/** 16 MB. */
const MOST_FREE = 64

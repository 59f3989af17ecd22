/**
 * The numbers that the thread that answers and PGlite's thread tell each other without a message, in shared memory: the
 * request whose statement must end, how many MB of memory the engine has, and how many messages were posted to it.
 */
export const SHARED = { toEnd: 0, megabytes: 1, posted: 2 } as const

/** All of them 0. */
export function newSharedNumbers(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4 * Object.keys(SHARED).length))
}

/** Permission to run statements, which the page can revoke while this thread is busy with one. */
export interface Permit {
  /** From now on the file at this address is the permit. Returns false if it can't even be read now; then nothing is ever stopped. */
  give(url: string): boolean
  /** Marks the start of a request. Nearly all end before the file is checked. */
  begin(): void
  /** Whether the file is gone; true only once. Call it as often as you like: it checks now and then. */
  isTakenBack(): boolean
}

/** `canRead` must be synchronous. */
export function createPermit(canRead: (url: string) => boolean): Permit {
  let given: string | null = null
  let lookAt = 0
  return {
    give(url) {
      given = canRead(url) ? url : null
      return given !== null
    },
    begin() {
      lookAt = performance.now() + FIRST_LOOK_MS
    },
    isTakenBack() {
      if (given === null || performance.now() < lookAt) return false
      const goOn = canRead(given)
      lookAt = performance.now() + LOOK_EACH_MS
      if (goOn) return false
      given = null
      return true
    },
  }
}

/** A check takes some milliseconds. */
const FIRST_LOOK_MS = 400

const LOOK_EACH_MS = 200

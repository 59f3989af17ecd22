/** Leave to go on with statements, which whoever gave it can take back while this thread is in the midst of one. */
export interface Permit {
  /** The file at this address is the permit from now on. False where it can't be read even now, so nothing is ever ended. */
  give(url: string): boolean
  /** Tells that a request begins: nearly all of them are over before the file is looked at. */
  begin(): void
  /** Whether the file has gone: says so once. To be asked as often as one likes, it looks now and then. */
  isTakenBack(): boolean
}

/** `canRead` has to answer without giving the thread away. */
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

/** Looking takes some milliseconds. */
const FIRST_LOOK_MS = 400

const LOOK_EACH_MS = 200

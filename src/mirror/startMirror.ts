/** Starts a worker of the page at an address of its own. */
export type StartScript = (address: string) => Worker

/** Says, once, when the page starts, how workers are started; without it no columns are held. */
export function provideWorkers(given: StartScript): void {
  start = given
}

/** How workers are started; null where nobody said it. */
export function workerStarter(): StartScript | null {
  return start
}

let start: StartScript | null = null

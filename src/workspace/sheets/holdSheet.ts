/**
 * Takes a sheet for this browser tab until it closes; false if another one has it. Browsers have locks only on pages served
 * over HTTPS; without locks, a browser tab owns only what it has shown before.
 */
export function holdSheet(id: string, wasShownHere: boolean): Promise<boolean> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing on plain HTTP, whatever the types say
  if (locks === undefined) return Promise.resolve(wasShownHere)
  return new Promise((resolve) => {
    const untilTheTabCloses = new Promise<void>(() => undefined)
    locks
      // The name that older builds use for open queries: they go on as sheets of the same id.
      .request(`rowan.query ${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock === null ? undefined : untilTheTabCloses
      })
      .catch(() => resolve(wasShownHere))
  })
}

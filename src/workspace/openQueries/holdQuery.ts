/**
 * Takes a query for this tab until it closes; false if another tab has it. Browsers have locks only on pages served
 * over HTTPS; without locks, a tab owns only what it has shown before.
 */
export function holdQuery(id: string, wasShownHere: boolean): Promise<boolean> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing on plain HTTP, whatever the types say
  if (locks === undefined) return Promise.resolve(wasShownHere)
  return new Promise((resolve) => {
    const untilTheTabCloses = new Promise<void>(() => undefined)
    locks
      .request(`rowan.query ${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock === null ? undefined : untilTheTabCloses
      })
      .catch(() => resolve(wasShownHere))
  })
}

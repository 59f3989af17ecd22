/**
 * Searches of instances that have not answered yet, by the client's identity: what a server may refuse to say of itself is
 * asked only behind them.
 */
export const firstSearches = createFirstSearches()

function createFirstSearches() {
  const underWay = new Map<string, Promise<unknown>>()
  return {
    notice(identity: string, search: Promise<unknown>): void {
      const ended = () => {
        if (underWay.get(identity) === search) underWay.delete(identity)
      }
      underWay.set(identity, search)
      search.then(ended, ended)
    },
    /** When the search that is on its way has ended, however it did; at the latest after a few seconds. */
    async settled(identity: string): Promise<void> {
      // Who asks for both in one turn may ask for the list first.
      await Promise.resolve()
      const search = underWay.get(identity)
      if (search === undefined) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MS)
      })
      await Promise.race([search.catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

/** A slow table does not keep the list of the others away. */
const PATIENCE_MS = 4000

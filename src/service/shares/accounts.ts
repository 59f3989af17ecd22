import { createLastClients } from './lastClients.ts'

/** What each client has had lately. */
export interface Accounts {
  /** Work of a client began. */
  serve(client: string): void
  /** When that was last. */
  servedAt(client: string): number
  /** Heavy work of a client took so long. */
  spend(client: string, tookMs: number): void
  /** How much heavy work a client has had, in milliseconds; what is a minute old counts a quarter. */
  spent(client: string): number
  /** Quick work of a client was asked for or done. */
  quick(client: string): void
  /** When a client last had quick work. */
  quickAt(client: string): number
  /** When any other client last had quick work. */
  othersQuickAt(client: string): number
  /** A longer read of the client's came to nothing, and its next heavy one waits until then. */
  fail(client: string, until: number): void
  failedUntil(client: string): number
  /** Whether clients other than the one with the last quick work are at work, too. */
  areSeveral(): boolean
  /** Whether anybody had quick work lately. */
  isQuickDone(): boolean
}

/** Remembers some thousand clients by this clock. */
export function createAccounts(now: () => number): Accounts {
  const served = new Map<string, number>()
  const spent = new Map<string, { readonly ms: number; readonly at: number }>()
  const quick = new Map<string, number>()
  const failed = new Map<string, number>()
  const lastQuick = createLastClients()
  const lastServed = createLastClients()

  const spentBy = (client: string): number => {
    const known = spent.get(client)
    return known === undefined ? 0 : known.ms * 0.5 ** ((now() - known.at) / HALF_MS)
  }

  return {
    serve(client) {
      setLast(served, client, now())
      lastServed.note(client, now())
    },
    servedAt: (client) => served.get(client) ?? -Infinity,
    spend: (client, tookMs) => setLast(spent, client, { ms: spentBy(client) + tookMs, at: now() }),
    spent: spentBy,
    quick(client) {
      setLast(quick, client, now())
      lastQuick.note(client, now())
    },
    fail: (client, until) => setLast(failed, client, until),
    failedUntil: (client) => failed.get(client) ?? -Infinity,
    quickAt: (client) => quick.get(client) ?? -Infinity,
    othersQuickAt: (client) => lastQuick.othersAt(client),
    isQuickDone: () => lastQuick.last.at > now() - LATELY_MS,
    areSeveral() {
      const { client, at } = lastQuick.last
      return client !== null && Math.min(at, lastServed.othersAt(client)) > now() - LATELY_MS
    },
  }
}

/** Only where many are remembered does it matter which of them was used last. */
function setLast<Held>(map: Map<string, Held>, name: string, held: Held): void {
  if (map.size > MOST_CLIENTS / 2) map.delete(name)
  map.set(name, held)
  if (map.size <= MOST_CLIENTS) return
  const [first] = map.keys()
  if (first !== undefined) map.delete(first)
}

/** How long somebody counts as being at work. */
const LATELY_MS = 10_000

const HALF_MS = 30_000
const MOST_CLIENTS = 5000

import * as v from 'valibot'
import { keepValue } from '../storage/keptValue.ts'
import { deviceStorage } from './deviceStorage.ts'

/** Since when tables are known on this device: an address, the table's id, ms since 1970. The oldest come first. */
type Seen = readonly (readonly [baseUrl: string, resource: string, at: number])[]

const seen = keepValue<Seen>({
  storage: deviceStorage,
  name: 'rowan.firstSeen',
  fallback: [],
  parse: (stored) => {
    const read = v.safeParse(v.array(v.tuple([v.string(), v.string(), v.number()])), stored)
    return read.success ? read.output : null
  },
  // Nobody misses it but "About this table", which leaves out what it does not know.
  onProblem: () => undefined,
})

/** Notes that a table was shown, if it is the first time. */
export function noteSeen(baseUrl: string, resource: string, now = Date.now()): void {
  if (firstSeen(baseUrl, resource) !== null) return
  seen.change((before) => [...before.slice(1 - MOST), [baseUrl, resource, now]])
}

/** When a table was first shown on this device, ms since 1970; null if that is not known. */
export function firstSeen(baseUrl: string, resource: string): number | null {
  return seen.get().find(([base, id]) => base === baseUrl && id === resource)?.[2] ?? null
}

/** Forgets the tables of an address. */
export function forgetSeen(baseUrl: string): void {
  seen.change((before) => before.filter(([base]) => base !== baseUrl))
}

const MOST = 500

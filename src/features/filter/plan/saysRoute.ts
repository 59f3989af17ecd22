import type { Planning } from './usePlan.ts'

/** Whether it is worth a word how a query is put: a server's own filters are what one expects, unless there is a choice. */
export function saysRoute({ route, asked, turn }: Planning): boolean {
  return route === 'sql' || (route !== null && (asked !== null || turn !== null))
}

/** How much of a download has come, and when that was looked at, ms. */
export interface Come {
  readonly at: number
  readonly loaded: number
}

/**
 * The seconds that the rest of a download will take at the pace since it was first looked at; in steps of five where
 * single ones would only flicker. null while that is too short to tell.
 */
export function secondsLeft(first: Come, now: Come, total: number): number | null {
  const milliseconds = now.at - first.at
  const come = now.loaded - first.loaded
  if (milliseconds < SHORTEST_MS || come <= 0) return null
  const seconds = ((total - now.loaded) / come) * (milliseconds / 1000)
  return seconds > 10 ? Math.ceil(seconds / 5) * 5 : Math.max(1, Math.ceil(seconds))
}

const SHORTEST_MS = 1500

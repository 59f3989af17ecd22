/** Names under which connections keep statements, so that each is read and planned once for each connection. */
export interface PlanNames {
  /** The statement's name; null where its text comes for the first time and may be the only one. */
  nameOf(text: string): string | null
  /** Goes up when there are too many names: all those given before are forgotten, and are not given again. */
  readonly generation: number
}

export function createPlanNames(): PlanNames {
  /** By text; null where a text has come once. */
  const names = new Map<string, string | null>()
  let generation = 0
  let made = 0
  return {
    get generation() {
      return generation
    },
    nameOf(text) {
      const known = names.get(text)
      if (known) return known
      if (known === undefined && names.size === MOST_KEPT) {
        names.clear()
        generation += 1
      }
      const name = known === null ? `rowan_${made++}` : null
      names.set(text, name)
      return name
    },
  }
}

/** A plan takes some 50 kB in each connection. */
const MOST_KEPT = 200

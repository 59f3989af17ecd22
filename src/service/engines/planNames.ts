/** Names for prepared statements, so that each connection parses and plans a statement once. */
export interface PlanNames {
  /** The statement's name; null if its text is new, since it may never come again. */
  nameOf(text: string): string | null
  /** Increases when there are too many names. Earlier ones are then forgotten and never reused. */
  readonly generation: number
}

export function createPlanNames(): PlanNames {
  /** By text; null if the text has come once. */
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

/** A plan takes about 50 kB in each connection. */
const MOST_KEPT = 200

import { PERSONAL_KINDS, type PersonalKind } from './personalKinds.ts'

/** Values of a column that look like personal data. */
export interface PersonalValues {
  readonly kind: PersonalKind
  readonly count: number
  /** Where the first of them is. */
  readonly line: number
}

/** Counts the values of a column that look like personal data; nothing of it is kept but numbers. */
export class PersonalCounter {
  readonly #name: string
  readonly #found = new Map<PersonalKind, { count: number; line: number }>()
  #values = 0

  /** `name`: what the file calls the column. */
  constructor(name: string) {
    this.#name = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  }

  add(cell: string, line: number): void {
    this.#values += 1
    // Shorter ones are none of these, and in longer ones only mail addresses are looked for.
    if (cell.length < SHORTEST) return
    const text = cell.trim()
    for (const kind of cell.length > LONGEST ? IN_TEXTS : KINDS) {
      if (!PERSONAL_KINDS[kind].isOne(text, this.#name)) continue
      const known = this.#found.get(kind)
      if (known === undefined) this.#found.set(kind, { count: 1, line })
      else known.count += 1
    }
  }

  /** What the column seems to hold; null if nothing personal is seen. */
  result(): PersonalValues | null {
    for (const kind of KINDS) {
      const found = this.#found.get(kind)
      const { share, least } = PERSONAL_KINDS[kind]
      if (found !== undefined && found.count >= least && found.count >= share * this.#values) return { kind, ...found }
    }
    return null
  }
}

const KINDS = Object.keys(PERSONAL_KINDS).filter((name): name is PersonalKind => name in PERSONAL_KINDS)
const IN_TEXTS: readonly PersonalKind[] = ['mail']
const SHORTEST = 6
const LONGEST = 60

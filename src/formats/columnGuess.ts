import { fits, guessedTypes, isTypical, OFFERED_TYPES, storedText, type ColumnType } from './columnTypes.ts'

/** A type that a column may be meant to have, with one of its values as it is and as it would be stored. */
export interface TypeOffer {
  readonly type: ColumnType
  readonly from: string
  readonly to: string
}

/**
 * Guesses the type of a column from all its cells. Commas in numbers count as decimal commas only if the file's separator
 * suggests it: in files that are separated by commas they more often separate thousands.
 */
export class ColumnGuess {
  readonly #hasDecimalComma: boolean
  #values = 0
  #hasFraction = false
  #hasLongWhole = false
  /** A comma stands where it can't separate thousands. */
  #hasSureComma = false
  /** For each type, narrowest first, how many cells so far are not typical of it; without those that most are not. */
  readonly #atypical: Map<ColumnType, number>
  /** The types to offer that all cells so far fit which may be read in several ways. */
  #offered: readonly ColumnType[] = OFFERED_TYPES
  /** For each of them, the first cell that it would store otherwise than written. */
  readonly #changed = new Map<ColumnType, string>()
  /** For each but the first, the first cell that it would store otherwise than the first. */
  readonly #differing = new Map<ColumnType, string>()

  constructor(hasDecimalComma: boolean) {
    this.#hasDecimalComma = hasDecimalComma
    this.#atypical = new Map(guessedTypes(hasDecimalComma).map((type) => [type, 0]))
  }

  add(cell: string | null): void {
    if (cell === null || cell.trim() === '') return
    this.#values += 1
    for (const [type, before] of this.#atypical) {
      if (isTypical(type, cell)) continue
      if (before < MOST_ODD || isFew(before + 1, this.#values)) this.#atypical.set(type, before + 1)
      else this.#atypical.delete(type)
    }
    if (/[.eE]/.test(cell)) this.#hasFraction = true
    else if (!this.#hasLongWhole && !fits('int8', cell)) this.#hasLongWhole = true
    if (!this.#hasSureComma && cell.includes(',') && !fits('numeric_grouped', cell)) this.#hasSureComma = true
    if (!ONE_WAY.test(cell)) this.#note(cell)
  }

  /** The narrowest type that all values are written as; text if there are no values. */
  type(): ColumnType {
    if (this.#values === 0) return 'text'
    const type = this.#typical()[0] ?? 'text'
    // Whole numbers longer than int8 are codes, such as those of land parcels and cards.
    if (type === 'numeric' && this.#hasLongWhole && !this.#hasFraction) return 'text'
    // 1,234 alone may be a number of thousands as well.
    return type === 'numeric_comma' && !this.#hasSureComma ? 'text' : type
  }

  /**
   * What else the column may be: for text, numbers and dates whose values all fit; for numbers with a point, thousands, if
   * commas may separate decimals. Types that would store the same are offered once. `allFit` says whether all cells fit.
   */
  offers(allFit: (type: ColumnType) => boolean): readonly TypeOffer[] {
    if (this.#values === 0) return []
    const guess = this.type()
    const [first, ...others] = this.#offered.filter(allFit)
    const further = others.filter((type) => this.#differing.has(type))
    if (guess === 'numeric' && this.#hasDecimalComma)
      return further.filter((type) => type === 'numeric_comma').flatMap((type) => this.#offerOf(type))
    if (guess !== 'text' || first === undefined) return []
    return [first, ...further].flatMap((type) => this.#offerOf(type, further[0]))
  }

  /** `other`: a type that reads some cells otherwise, which are the best example. */
  /** The type that nearly all values are written as, where a few others make it text; null if there is none. */
  nearly(): ColumnType | null {
    if (this.#typical().length > 0) return null
    const few = [...this.#atypical].filter(([, count]) => isFew(count, this.#values))
    return few.toSorted(([, a], [, b]) => a - b)[0]?.[0] ?? null
  }

  #typical(): readonly ColumnType[] {
    return [...this.#atypical].flatMap(([type, count]) => (count === 0 ? [type] : []))
  }

  #offerOf(type: ColumnType, other?: ColumnType): readonly TypeOffer[] {
    const from = this.#differing.get(other ?? type) ?? this.#changed.get(type)
    return from === undefined ? [] : [{ type, from, to: storedText(type, from) }]
  }

  #note(cell: string): void {
    if (this.#offered.some((type) => !fits(type, cell)))
      this.#offered = this.#offered.filter((type) => fits(type, cell))
    const [first] = this.#offered
    if (first === undefined) return
    const bare = cell.trim()
    const read = storedText(first, cell)
    for (const type of this.#offered) {
      if (this.#changed.has(type) && this.#differing.has(type)) continue
      const stored = storedText(type, cell)
      if (stored !== bare && !this.#changed.has(type)) this.#changed.set(type, cell)
      if (stored !== read && !this.#differing.has(type)) this.#differing.set(type, cell)
    }
  }
}

/** So few of so many values look like mistakes. */
function isFew(count: number, of: number): boolean {
  return count * 20 <= of
}

/** A file may begin with so many odd values that are few in the end. */
const MOST_ODD = 50

/** Whole numbers, and decimals that can't be thousands: each type that they fit stores them as they are. */
const ONE_WAY = /^-?(?:0|[1-9]\d*)(?:\.(?!\d{3}$)\d+)?$/

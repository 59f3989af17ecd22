import { fits, guessedTypes, isTypical, type ColumnType } from './columnTypes.ts'

/**
 * Guesses the type of a column from all its cells. Commas in numbers count as decimal commas only if the file's separator
 * suggests it: in other files they more often separate thousands.
 */
export class ColumnGuess {
  #values = 0
  #hasFraction = false
  #hasLongWhole = false
  /** The types that all cells so far are typical of. */
  #possible: readonly ColumnType[]

  constructor(hasDecimalComma: boolean) {
    this.#possible = guessedTypes(hasDecimalComma)
  }

  add(cell: string | null): void {
    if (cell === null || cell === '') return
    this.#values += 1
    if (this.#possible.some((type) => !isTypical(type, cell)))
      this.#possible = this.#possible.filter((type) => isTypical(type, cell))
    if (/[.eE]/.test(cell)) this.#hasFraction = true
    else if (!this.#hasLongWhole && !fits('int8', cell)) this.#hasLongWhole = true
  }

  /** The narrowest type that all values are written as; text if there are no values. */
  type(): ColumnType {
    if (this.#values === 0) return 'text'
    const type = this.#possible[0] ?? 'text'
    // Whole numbers longer than int8 are codes, such as those of land parcels and cards.
    return type === 'numeric' && this.#hasLongWhole && !this.#hasFraction ? 'text' : type
  }

  /** The cells that are neither null nor empty. */
  get values(): number {
    return this.#values
  }
}

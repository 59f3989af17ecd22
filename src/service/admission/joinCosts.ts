import { Objection } from './objection.ts'
import { MOST_CONDITIONS } from './planningCosts.ts'
import { list, type Members } from './syntaxNode.ts'

/**
 * What joins cost before a statement runs, when nothing ends it: each has all columns of both sides, NATURAL compares their
 * names with each other, and columns of the same name are conditions. A WITH query of 800 columns that is joined to itself 60
 * times by NATURAL takes 51 seconds; 360 cross joins of 1,600 columns take 2 GB (measured).
 */
export class JoinCosts {
  #columns = 0
  #comparisons = 0
  #conditions = 0

  /** Takes note of a join, and of how many columns its sides have. Throws `Objection` where there are too many. */
  note(join: Members, left: number, right: number): void {
    this.#columns += left + right
    this.#conditions += list(join.usingClause).length
    if (join.isNatural === true) {
      this.#comparisons += left * right
      this.#conditions += Math.min(left, right)
    }
    if (this.#columns > MOST_JOINED || this.#comparisons > MOST_COMPARISONS) {
      throw new Objection('Not authorized to join tables and subqueries with so many columns: choose the columns first')
    }
    if (this.#conditions > MOST_CONDITIONS) {
      throw new Objection(`Not authorized to join by more than ${MOST_CONDITIONS} columns with NATURAL or USING`)
    }
  }
}

/** Sixty tables of 100 columns each, one after the other. */
const MOST_JOINED = 200_000
const MOST_COMPARISONS = 1_000_000

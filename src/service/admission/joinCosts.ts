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

  /**
   * Takes note of a join, and of how many columns its sides have; gives by how many columns it joins with NATURAL or USING.
   * Throws `Objection` where there are too many.
   */
  note(join: Members, left: number, right: number): number {
    this.#columns += left + right
    const equal = join.isNatural === true ? Math.min(left, right) : list(join.usingClause).length
    this.#conditions += equal
    if (join.isNatural === true) this.#comparisons += left * right
    if (this.#columns > MOST_JOINED || this.#comparisons > MOST_COMPARISONS) {
      throw new Objection('Not authorized to join tables and subqueries with so many columns: choose the columns first')
    }
    if (this.#conditions > MOST_CONDITIONS) {
      throw new Objection(`Not authorized to join by more than ${MOST_CONDITIONS} columns with NATURAL or USING`)
    }
    return equal
  }
}

/** Sixty tables of 100 columns each, one after the other. */
const MOST_JOINED = 200_000
const MOST_COMPARISONS = 1_000_000

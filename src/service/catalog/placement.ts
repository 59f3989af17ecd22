import type { Refusal } from '../refusal.ts'
import type { Statement } from '../sql/sql.ts'
import type { Fragment } from '../sql/statement.ts'

/** Where tables lie, if not beside the registry: each whole, on one of several machines. */
export interface Placement {
  /** What gives a table that was just made its machine, in the transaction that made it. */
  place(relation: Fragment): Statement
  /** The refusal if a machine is out of reach; null for other errors. */
  outOfReach(error: unknown): Refusal | null
  /** Words for people if the tables of a statement can't be joined where they lie; null for other errors. */
  apart(error: unknown, tables: readonly string[]): string | null
}

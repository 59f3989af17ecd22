import type { Members } from '../../../parser/repeatable/nodes.ts'
import type { Piece } from '../../statement/piece.ts'
import type { Arm } from '../../statement/query.ts'
import type { Range } from '../../statement/walk.ts'

/** Something with a name in a statement: where the name is given, and everything that means it. */
export interface Name {
  readonly kind: 'relation' | 'cte' | 'column'
  readonly name: string
  /** Where the statement gives the name; null for tables, their fields, and what PostgreSQL names by itself. */
  readonly given: Piece | null
  readonly uses: Piece[]
  /** Set where two columns are joined because both are called so. */
  joined: boolean
}

/** A column of a relation. Several can share a name: a column that is passed on keeps the name of where it is from. */
export interface BoundColumn {
  readonly as: Name
  /** The item of a SELECT list, or of a list of names, that defines it, in the text. */
  readonly item: { readonly start: number; readonly end: number } | null
  /** The field of a table that it is. */
  readonly field: { readonly table: string; readonly field: string } | null
}

/** What one item of FROM makes visible. */
export interface BoundRelation {
  readonly id: number
  /** null for a subquery without a name. */
  readonly as: Name | null
  readonly hasAlias: boolean
  readonly columns: readonly BoundColumn[]
  /** Whether there can be no others. */
  readonly complete: boolean
  /** Where it stands in FROM. */
  readonly place: Piece | null
}

/** A column as it can be named without its relation; `join`: it is one of two that this join made one of. */
export interface Shown {
  readonly column: BoundColumn
  readonly relation: BoundRelation | null
  readonly join: number | null
}

/** What a FROM clause, or a part of it, makes visible. */
export interface Level {
  readonly relations: readonly BoundRelation[]
  /** In the order in which `*` means them. */
  readonly shown: readonly Shown[]
  /** Whether no others can be named without their relation. */
  readonly complete: boolean
}

export const EMPTY_LEVEL: Level = { relations: [], shown: [], complete: true }

/** What a written name was found to mean. */
export interface Reference {
  /** The last one is the column's, or the star's. */
  readonly pieces: readonly Piece[]
  readonly path: readonly string[]
  readonly kind: 'column' | 'row' | 'output' | 'star' | 'unknown' | 'ambiguous'
  readonly relation: BoundRelation | null
  readonly column: BoundColumn | null
  readonly join: number | null
  /** Whether no column that is not known could be meant in its place. */
  readonly certain: boolean
  /** The SELECT that it is written in. */
  readonly select: BoundSelect | null
}

/** An item of a SELECT list. */
export interface BoundItem {
  /** Without its name. */
  readonly expression: Range
  readonly columns: readonly BoundColumn[]
  /** What `*` stands for, if it is one. */
  readonly star: {
    readonly shown: readonly Shown[]
    readonly complete: boolean
    /** Whether it names a relation: `t.*`. */
    readonly isPath: boolean
  } | null
  /** What it means, as in `BoundSelect.meaning`. */
  readonly meaning: unknown
}

/** One SELECT, between two set operations. */
export interface BoundSelect {
  readonly arm: Arm
  level: Level
  items: readonly BoundItem[]
  /** Its tree with what each name means in place of the name. */
  meaning: Record<string, unknown>
  readonly node: Members
}

/** A query: what it gives, and its tree with what each name means. */
export interface BoundQuery {
  readonly outputs: Outputs
  readonly meaning: Record<string, unknown>
}

/** What a query gives. */
export interface Outputs {
  readonly columns: readonly BoundColumn[]
  readonly complete: boolean
}

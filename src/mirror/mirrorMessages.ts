import type { BrushTables } from '../columnar/brush.ts'
import type { Field } from '../protocol/field.ts'
import type { Where } from '../query/query.ts'
import type { ColumnProfile, Distribution, Facet, FacetAsked } from '../summary/figures.ts'
import type { Summary, SummaryAnswer } from '../summary/summary.ts'

/** Which records a question is about: all; those that the columns can tell; or those that the database told, under a name. */
export type MaskAsked =
  | { readonly kind: 'all' }
  | { readonly kind: 'where'; readonly where: Where }
  | { readonly kind: 'told'; readonly name: string }

/** What the worker is asked about the columns that it has. */
export type Question =
  | { readonly kind: 'distribution'; readonly field: string; readonly like: Distribution | undefined }
  | { readonly kind: 'profile'; readonly field: string }
  | { readonly kind: 'facet'; readonly field: string; readonly asked: FacetAsked }
  | { readonly kind: 'summary'; readonly summary: Summary }
  | { readonly kind: 'brush'; readonly field: string; readonly others: readonly string[] }

/** The answers, by the kinds of question. */
export interface Answers {
  readonly distribution: Distribution
  readonly profile: ColumnProfile
  readonly facet: Facet
  readonly summary: SummaryAnswer
  readonly brush: BrushTables | null
}

/** What the page asks of the worker. Each is answered once, in their order. */
export type MirrorCall =
  /** Begins to take columns of a copy, in the form of these types; a field without a name of the copy's is a mask. */
  | {
      readonly kind: 'begin'
      readonly copy: string
      readonly fields: readonly Field[]
      readonly types: readonly string[]
    }
  | { readonly kind: 'piece'; readonly copy: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** All pieces have come; the answer is the room that each column takes, in bytes. */
  | { readonly kind: 'end'; readonly copy: string }
  /** The answer is null if only the database can tell which records these are. */
  | { readonly kind: 'ask'; readonly copy: string; readonly mask: MaskAsked; readonly question: Question }
  | { readonly kind: 'drop'; readonly copy: string; readonly columns: readonly string[] | null }

export interface MirrorRequest {
  readonly id: number
  readonly call: MirrorCall
}

export type MirrorReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failed: string }

import type { CatalogueField, CatalogueTable, CatalogueValue } from '../completion/catalogue.ts'
import type { Completions } from '../completion/completion.ts'
import type { Diagnosed } from '../diagnostics/diagnose.ts'
import type { Dialect } from '../dialect.ts'
import type { Defined } from '../edits/definitionAt.ts'
import type { Edited, Refusal } from '../edits/edit.ts'
import type { Refactoring, Refactored } from '../edits/refactorings.ts'
import type { Renamed } from '../edits/renameAt.ts'
import type { Call } from '../meaning/call.ts'
import type { Insertion, NameToWrite } from '../meaning/insertion.ts'
import type { Meant } from '../meaning/meaning.ts'
import type { TitledTable } from '../tables/titledTables.ts'

/** What is known of the instance; each takes the place of what was told of the same before, except more values. */
export type Told =
  | {
      readonly kind: 'tables'
      readonly tables: readonly CatalogueTable[]
      readonly dialect: Dialect
      /** The functions that statements may call, where the server says it itself. */
      readonly named?: ReadonlySet<string> | null
    }
  /** `fields` is null if the server says that there is no such table, `rows` if it is not known how many it has. */
  | {
      readonly kind: 'fields'
      readonly table: string
      readonly fields: readonly CatalogueField[] | null
      readonly rows: number | null
    }
  | { readonly kind: 'open'; readonly table: string | null }
  | {
      readonly kind: 'values'
      readonly table: string
      readonly field: string
      readonly values: readonly CatalogueValue[]
      /** `cut`: the likeliest ones; `more`: further ones beside those told before. */
      readonly extent: 'whole' | 'cut' | 'more'
    }

/** The kinds of questions, each with what is asked and what is answered; `wanted`: tables whose fields would help. */
export interface Questions {
  /** What can be written at the cursor. */
  readonly complete: {
    readonly asked: { readonly text: string; readonly cursor: number }
    readonly answer: Completions
  }
  /** The text set in lines: all of it, or the statement that begins at `only`. */
  readonly format: {
    readonly asked: { readonly text: string; readonly only: number | null }
    readonly answer: WithWanted<Edited & { readonly stayed?: Refusal | undefined }>
  }
  /** A change of the statement at the cursor that keeps what it means. */
  readonly edit: {
    readonly asked: { readonly text: string; readonly cursor: number; readonly edit: Refactoring }
    readonly answer: WithWanted<Edited>
  }
  /** All such changes that are for this place. */
  readonly refactorings: {
    readonly asked: { readonly text: string; readonly cursor: number }
    readonly answer: WithWanted<{ readonly found: readonly Refactored[] }>
  }
  /** Another name for what is named at the cursor; without `to`, whether it can have one. */
  readonly rename: {
    readonly asked: { readonly text: string; readonly cursor: number; readonly to: string | null }
    readonly answer: WithWanted<Renamed>
  }
  /** Where what is named at the cursor is defined. */
  readonly define: {
    readonly asked: { readonly text: string; readonly cursor: number }
    readonly answer: WithWanted<Defined>
  }
  /** What the name at a place means. */
  readonly meaning: {
    readonly asked: { readonly text: string; readonly offset: number }
    readonly answer: Meant
  }
  /** The function whose arguments are written at the cursor. */
  readonly call: {
    readonly asked: { readonly text: string; readonly cursor: number }
    readonly answer: Call
  }
  /** The tables that a text names by their ids. */
  readonly tables: {
    readonly asked: { readonly text: string }
    readonly answer: { readonly tables: readonly TitledTable[]; readonly wanted: readonly string[] }
  }
  /** How a name is written into a text. */
  readonly insertion: {
    readonly asked: {
      readonly text: string
      readonly selected: { readonly start: number; readonly end: number }
      readonly name: NameToWrite
    }
    readonly answer: Insertion
  }
  /** What is wrong with the statements of a text, each by itself. `cap`: most rows that the server answers. */
  readonly check: {
    readonly asked: { readonly text: string; readonly cursor: number | null; readonly cap: number | null }
    readonly answer: Pick<Diagnosed, 'found' | 'wanted'>
  }
}

type WithWanted<T> = T & { readonly wanted: readonly string[] }

export type Kind = keyof Questions
export type AskedOf<K extends Kind> = Questions[K]['asked']
export type AnswerOf<K extends Kind> = Questions[K]['answer']

/** One question; it is answered once, with its id. */
export interface Asked<K extends Kind = Kind> {
  readonly id: number
  readonly kind: K
  readonly asked: AskedOf<K>
}

/** An answer is that of its question's kind; null if the worker failed at it. */
export interface Answered {
  readonly id: number
  readonly answer: AnswerOf<Kind> | null
}

/** A part of the text; `start` inclusive, `end` exclusive, in UTF-16 units. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** What is said of a name, in the words of the page. */
export interface Explanation {
  readonly title: string
  /** Beside the title, such as a type. */
  readonly aside: string | null
  /** Written as code: signatures. */
  readonly code: readonly string[]
  readonly lines: readonly string[]
  /** Values, each with how many records have it. */
  readonly values: readonly { readonly text: string; readonly records: string | null }[]
}

/** A way to call a function; `parameters` are places in its label, `end` exclusive. */
export interface CallSignature {
  readonly label: string
  readonly parameters: readonly (readonly [start: number, end: number])[]
  readonly sentence: string | null
}

export interface WrittenCall {
  readonly signatures: readonly CallSignature[]
  readonly active: number
  readonly argument: number
}

/** A table by its id, or a field by its name, which is written into the text. */
export interface NameToInsert {
  readonly kind: 'table' | 'field'
  readonly name: string
}

/** Who is asked about the text; each answer is null if the question was overtaken. The same object as long as the same is asked. */
export interface SqlHelp {
  readonly explain: (text: string, offset: number) => Promise<({ readonly said: Explanation | null } & Part) | null>
  readonly call: (text: string, offset: number) => Promise<WrittenCall | null>
  /** Where a text names tables by something that is not their title. */
  readonly titles: (text: string) => Promise<readonly (Part & { readonly title: string })[] | null>
  readonly insertion: (
    text: string,
    selected: Part,
    name: NameToInsert,
  ) => Promise<(Part & { readonly text: string }) | null>
  /** Tells who writes names at the cursor; the returned function ends that. */
  readonly takeNames: (write: (name: NameToInsert) => void) => () => void
  /** Whether a name of the page is dragged; which one is told only when it is dropped. */
  readonly isDragged: (event: DragEvent) => boolean
  /** The name that was dropped. */
  readonly dragged: (event: DragEvent) => NameToInsert | null
}

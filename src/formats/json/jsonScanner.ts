import { UnreadableError } from '../../protocol/problem.ts'

/** A list in a JSON file: where it is, as names with points between them (empty for the file itself), and what it holds. */
export interface JsonList {
  readonly path: string
  /** How many of its elements are objects. */
  readonly objects: number
}

interface Frame {
  readonly path: string | null
  readonly isList: boolean
  objects: number
}

/**
 * Finds the lists of a JSON text that comes in pieces, and cuts one of them into its elements. Only the structure is read:
 * elements stay the text that they are, so that their numbers do.
 */
export class JsonScanner {
  readonly lists: JsonList[] = []
  readonly #wanted: string | null
  readonly #stack: Frame[] = []
  readonly #found: string[] = []
  #values = 0
  #characters = 0
  #isInString = false
  #isEscaped = false
  /** The last string outside of elements, which may be the name of what follows. */
  #name = ''
  #element: string | null = null
  /** How deep the list is whose elements are cut out; 0 if none is open. */
  #wantedDepth = 0

  /** `wanted`: the path of the list to cut; null to only find lists. */
  constructor(wanted: string | null) {
    this.#wanted = wanted
  }

  /** How many values the text has beside each other: more than one in JSON by lines. */
  get values(): number {
    return this.#values
  }

  /** The elements that end within this piece. Throws `UnreadableError`. */
  push(text: string): string[] {
    let at = 0
    // Where what is kept of this piece begins: of an element, or of a string.
    let start = 0
    while (at < text.length) {
      if (this.#isInString) {
        at = this.#skipString(text, at)
        if (!this.#isInString && this.#element === null) this.#name += text.slice(start, at - 1)
        continue
      }
      SPECIAL.lastIndex = at
      const char = SPECIAL.exec(text)?.[0]
      if (char === undefined) break
      at = SPECIAL.lastIndex
      if (char === '"') {
        this.#isInString = true
        if (this.#element === null) {
          this.#name = ''
          start = at
        }
        if (this.#stack.length === 0) this.#values += 1
      } else if (char === ',') {
        if (this.#wantedDepth > 0 && this.#stack.length === this.#wantedDepth) {
          this.#endElement(text.slice(start, at - 1))
          this.#element = ''
          start = at
        }
      } else if (char === '{' || char === '[') {
        if (this.#open(char === '[')) start = at
      } else {
        if (this.#wantedDepth > 0 && this.#stack.length === this.#wantedDepth) {
          this.#endElement(text.slice(start, at - 1))
          this.#wantedDepth = 0
        }
        this.#close(char === ']', at)
      }
    }
    if (this.#element !== null) this.#element += text.slice(start)
    else if (this.#isInString) this.#name += text.slice(start)
    this.#characters += text.length
    return this.#found.splice(0)
  }

  /** Throws `UnreadableError` if the text ends within a value. */
  end(): void {
    if (this.#isInString || this.#stack.length > 0)
      throw new UnreadableError({ code: 'notJson', fault: { kind: 'endsEarly', at: this.#characters + 1 } })
  }

  #skipString(text: string, from: number): number {
    if (this.#isEscaped) {
      this.#isEscaped = false
      return from + 1
    }
    STRING_END.lastIndex = from
    const char = STRING_END.exec(text)?.[0]
    if (char === undefined) return text.length
    if (char === '\\') this.#isEscaped = true
    else this.#isInString = false
    return STRING_END.lastIndex
  }

  /** Whether the elements of the list that begins here are cut out. */
  #open(isList: boolean): boolean {
    const above = this.#stack.at(-1)
    if (above === undefined) this.#values += 1
    if (above?.isList === true && !isList) above.objects += 1
    // Lists within lists are values of their elements.
    const isNamed = this.#element === null && (above === undefined || (above.path !== null && !above.isList))
    const path = !isNamed ? null : above === undefined ? '' : [above.path, this.#name].filter(Boolean).join('.')
    this.#stack.push({ path, isList, objects: 0 })
    if (!isList || path === null || path !== this.#wanted) return false
    this.#wantedDepth = this.#stack.length
    this.#element = ''
    return true
  }

  #close(isList: boolean, at: number): void {
    const frame = this.#stack.pop()
    if (frame === undefined || frame.isList !== isList) {
      const fault = { kind: 'unexpectedCharacter', at: this.#characters + at, character: isList ? ']' : '}' } as const
      throw new UnreadableError({ code: 'notJson', fault })
    }
    if (frame.isList && frame.path !== null) this.lists.push({ path: frame.path, objects: frame.objects })
  }

  #endElement(rest: string): void {
    const element = ((this.#element ?? '') + rest).trim()
    this.#element = null
    if (element !== '') this.#found.push(element)
  }
}

const SPECIAL = /["{}[\],]/g
const STRING_END = /["\\]/g

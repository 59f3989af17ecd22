/** A piece of a text and what replaces it, in UTF-16 units, `end` exclusive; places are those of the text before all edits. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with the edits, which do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let written = ''
  let at = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    written += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return written + text.slice(at)
}

import type { MarkedPiece } from '../cells/searchMarks.ts'

/** What lies on a cell besides its value; a cell's paint is a sum of these. */
export const PAINT = {
  selected: 1,
  /** The edges of a selected range. */
  top: 2,
  right: 4,
  bottom: 8,
  left: 16,
  /** Holds a match of Find; `current`: the one that is gone to. */
  found: 32,
  current: 64,
} as const

/** What is drawn on cells besides their values. Asked while rows scroll: it has to be quick and to make nothing. */
export interface CellPainter {
  /** A sum of `PAINT`. Columns are counted as they are shown; −1 is the row's number. */
  readonly paint: (this: void, row: number, column: number) => number
  /** The matches in a cell's text, in place of those of the search; null: there are none. Absent: the search's. */
  readonly marks?:
    | ((this: void, row: number, column: number, text: string) => readonly MarkedPiece[] | null)
    | undefined
}

const WORDS: ReadonlyMap<number, string> = new Map(Object.entries(PAINT).map(([word, bit]) => [bit, word]))
const written = new Map<number, string>()

/** Tells the style sheet what lies on a cell: `[data-paint~='selected']`. */
export function writePaint(element: HTMLElement, paint: number): void {
  if ((paint & PAINT.selected) === 0) element.removeAttribute('aria-selected')
  else element.setAttribute('aria-selected', 'true')
  if (paint === 0) {
    delete element.dataset['paint']
    return
  }
  let words = written.get(paint)
  if (words === undefined) {
    words = [...WORDS].flatMap(([bit, word]) => ((paint & bit) === 0 ? [] : [word])).join(' ')
    written.set(paint, words)
  }
  element.dataset['paint'] = words
}

import type { Cell } from '../../rows/rowSource.ts'
import { nullSign } from '../../ui/nullSign.ts'
import barStyles from '../Bar.module.css'
import type { Face } from '../columns/columnFit.ts'
import type { CellPin } from '../gridLayout.ts'
import { writePaint } from './cellPaint.ts'
import { cellText, type CellText } from '../cells/cellText.ts'
import type { MarkedPiece } from '../cells/searchMarks.ts'
import type { PlacedColumn } from '../columns/useGridColumns.ts'
import styles from './cells.module.css'

/** What a cell shows beside its text; told by an attribute, so that a cell like the others has none. */
type State = 'text' | 'empty' | 'null' | 'bar'

/** A letter that is written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/

/** The element of a cell, used for one value after another. It writes only what differs from what it shows. */
export class CellElement {
  readonly element = document.createElement('div')
  readonly #span = document.createElement('span')
  readonly #text = document.createTextNode('')
  #column: PlacedColumn | null = null
  #colindex = -1
  #className = ''
  #value: Cell
  /** What it shows is not its column's. */
  #isAnew = true
  #shown: CellText | null = null
  #pieces: readonly MarkedPiece[] | null = null
  #state: State = 'text'
  #hasDirection = false
  #written = ''
  #paint = 0
  #nullMark: Element | null = null
  #bar: HTMLElement | null = null
  #mark: HTMLElement | null = null

  constructor() {
    this.element.setAttribute('role', 'gridcell')
    this.#span.className = styles['text'] ?? ''
    this.#span.append(this.#text)
    this.element.append(this.#span)
  }

  /** From 0, among all columns shown. */
  get column(): number {
    return this.#colindex
  }

  /** What it shows; null while the value is not here. */
  get shown(): CellText | null {
    return this.#shown
  }

  /** Whether there is more of its value than it shows. Asks the browser where things are. */
  isCut(): boolean {
    const { element } = this
    // Within a single line it has no height of its own.
    const hidesLines = this.#span.clientHeight > 0 && this.#span.scrollHeight > this.#span.clientHeight
    return this.#shown?.isCut === true || element.scrollWidth > element.clientWidth || hidesLines
  }

  /** Becomes a cell of that column; `column`: as they are shown, from 0. */
  take(placed: PlacedColumn, column: number, className: string): void {
    if (this.#className !== className) {
      this.#className = className
      this.element.className = className
    }
    if (this.#column === placed && this.#colindex === column) return
    if (this.#colindex !== column) this.element.setAttribute('aria-colindex', String(column + 2))
    if (this.#column?.column !== placed.column) this.#isAnew = true
    if (this.#column?.column.mark !== placed.column.mark) {
      this.#mark?.remove()
      this.#mark = placed.column.mark?.draw() ?? null
      if (this.#mark) this.element.prepend(this.#mark)
    }
    this.#column = placed
    this.#colindex = column
  }

  /** Shows a value; `marks` gives what is marked in its text. */
  show(value: Cell, row: number, marks: ((text: string) => readonly MarkedPiece[] | null) | null): void {
    if (this.#column === null) return
    const { column } = this.#column
    if (this.#mark) column.mark?.show(this.#mark, row)
    if (!this.#isAnew && value === this.#value && marks === null && this.#pieces === null) return
    if (this.#isAnew || value !== this.#value) {
      this.#isAnew = false
      this.#value = value
      this.#shown = value === undefined ? null : cellText(value ?? undefined, column.kind)
      const state = this.#shown === null ? 'bar' : stateOf(this.#shown.kind)
      if (state !== this.#state) this.#change(state)
    }
    const shown = this.#shown
    const said = typeof value === 'string' && shown?.kind !== 'null' ? column.format?.(value) : undefined
    this.#write(said ?? (shown === null || shown.kind === 'null' ? '' : shown.isCut ? `${shown.text}…` : shown.text))
    const isMarked = marks !== null && said === undefined && shown !== null && column.kind === 'text'
    this.#markPieces(isMarked && this.#state === 'text' ? marks(shown.text) : null)
  }

  /** A sum of `PAINT`. */
  paint(paint: number): void {
    if (paint !== this.#paint) writePaint(this.element, paint)
    this.#paint = paint
  }

  #write(text: string): void {
    const hasDirection = this.#column?.face === 'text' && RIGHT_TO_LEFT.test(text)
    if (hasDirection !== this.#hasDirection) {
      this.#hasDirection = hasDirection
      if (hasDirection) this.element.dir = 'auto'
      else this.element.removeAttribute('dir')
    }
    if (this.#written === text) return
    this.#written = text
    this.#text.data = text
  }

  #markPieces(pieces: readonly MarkedPiece[] | null): void {
    if (pieces === null) {
      if (this.#pieces !== null) this.#span.replaceChildren(this.#text)
    } else {
      this.#span.replaceChildren(...pieces.map(drawPiece))
      if (this.#shown?.isCut) this.#span.append('…')
    }
    this.#pieces = pieces
  }

  #change(state: State): void {
    this.#state = state
    if (state === 'text') delete this.element.dataset['state']
    else this.element.dataset['state'] = state
    if (state === 'null' && this.#nullMark === null) {
      this.#nullMark = nullSign()
      this.#nullMark.classList.add(styles['null'] ?? '')
      this.element.append(this.#nullMark)
    }
    if (state === 'bar' && this.#bar === null) {
      this.#bar = drawBar()
      this.element.append(this.#bar)
    }
  }
}

/** The classes of a cell of such a column. */
export function cellClass(face: Face, pin: CellPin, placeClass: string): string {
  const key = `${face} ${pin} ${placeClass}`
  let known = classes.get(key)
  if (known === undefined) {
    const pinned = pin === null ? '' : ` ${styles['pinned']} ${styles[pin]}`
    known = `${styles['cell']} ${styles[face]}${pinned} ${placeClass}`
    classes.set(key, known)
  }
  return known
}

const classes = new Map<string, string>()

function stateOf(kind: CellText['kind']): State {
  return kind === 'null' || kind === 'empty' ? kind : 'text'
}

function drawPiece({ text, isHit }: MarkedPiece): Node {
  if (!isHit) return document.createTextNode(text)
  const mark = document.createElement('mark')
  mark.textContent = text
  return mark
}

let bars = 0

/** Stands for a value that is not here; each is of another width, which it keeps. */
function drawBar(): HTMLElement {
  const bar = document.createElement('span')
  bar.className = `${barStyles['bar']} ${styles['bar']}`
  bar.style.inlineSize = `${35 + ((bars++ * 37) % 50)}%`
  return bar
}

import { CellElement } from './cellElement.ts'
import { writePaint } from './cellPaint.ts'
import styles from './rows.module.css'

/** The element of a row, used for one row after another, with a cell for each slot. */
export class RowElement {
  readonly element = document.createElement('div')
  readonly number = document.createElement('div')
  /** By slot. */
  readonly cells: CellElement[] = []
  readonly #text = document.createTextNode('')
  #at = -1
  #top = Number.NaN
  #isFoot = false
  #isOpen = false
  #paint = 0
  /** As the source told it when the row was last drawn. */
  revision = Number.NaN

  constructor(numberClass: string) {
    this.element.setAttribute('role', 'row')
    this.element.className = styles['row'] ?? ''
    this.number.setAttribute('role', 'rowheader')
    this.number.setAttribute('aria-colindex', '1')
    this.number.className = `${styles['rowNumber']} ${numberClass}`
    this.number.append(this.#text)
    this.element.append(this.number)
  }

  /** From 0, among all rows. */
  get at(): number {
    return this.#at
  }

  /** Becomes that row. */
  take(at: number, isFoot: boolean): void {
    if (at !== this.#at) this.element.setAttribute('aria-rowindex', String(at + 2))
    if (isFoot !== this.#isFoot) {
      this.element.toggleAttribute('data-foot', isFoot)
      this.number.setAttribute('role', isFoot ? 'gridcell' : 'rowheader')
    }
    this.#at = at
    this.#isFoot = isFoot
    const text = isFoot ? '' : String(at + 1)
    if (this.#text.data !== text) this.#text.data = text
  }

  /** Says that its record is the one that is open. */
  markOpen(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return
    this.#isOpen = isOpen
    if (isOpen) this.element.setAttribute('aria-current', 'true')
    else this.element.removeAttribute('aria-current')
  }

  /** px from the layer's edge */
  moveTo(top: number): void {
    if (top === this.#top) return
    this.#top = top
    this.element.style.transform = `translateY(${top}px)`
  }

  /** A sum of `PAINT` for its number. */
  paint(paint: number): void {
    if (paint !== this.#paint) writePaint(this.number, paint)
    this.#paint = paint
  }

  /** A further cell, for the next slot. */
  addCell(): CellElement {
    const cell = new CellElement()
    this.cells.push(cell)
    this.element.append(cell.element)
    return cell
  }
}

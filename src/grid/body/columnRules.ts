import type { Pin } from '../../rows/layoutEdits.ts'

/** Where a column lies, px: from the row's start, or, if it is pinned, from the edge that it stays at. */
export interface ColumnBox {
  readonly at: number
  readonly width: number
  readonly pin: Pin
}

let grids = 0

/**
 * The places and widths of the columns that are drawn: one rule for each in a style sheet of the grid's own, so that to
 * move a column or to change its width writes to no cell. The page's policy allows such sheets.
 */
export class ColumnRules {
  readonly #sheet = new CSSStyleSheet()
  readonly #name = `g${(grids += 1)}c`
  readonly #styles: CSSStyleDeclaration[] = []
  readonly #boxes: (ColumnBox | null)[] = []

  /** Makes the page follow them until the returned function is called. */
  adopt(): () => void {
    document.adoptedStyleSheets.push(this.#sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet)
    }
  }

  /** The class of what lies in that slot. */
  classOf(slot: number): string {
    return `${this.#name}${slot}`
  }

  place(slot: number, box: ColumnBox): void {
    while (this.#styles.length <= slot) this.#add()
    const before = this.#boxes[slot]
    const style = this.#styles[slot]
    if (style === undefined || (before?.at === box.at && before.width === box.width && before.pin === box.pin)) return
    this.#boxes[slot] = box
    style.insetInlineStart = box.pin === 'right' ? 'auto' : `${box.at}px`
    style.insetInlineEnd = box.pin === 'right' ? `${box.at}px` : 'auto'
    style.inlineSize = `${box.width}px`
  }

  #add(): void {
    const at = this.#styles.length
    this.#sheet.insertRule(`.${this.classOf(at)} {}`, at)
    const rule = this.#sheet.cssRules[at]
    if (rule instanceof CSSStyleRule) this.#styles.push(rule.style)
    this.#boxes.push(null)
  }
}

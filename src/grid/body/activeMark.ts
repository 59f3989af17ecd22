import type { GridCells } from '../gridCells.ts'
import type { CellElement } from './cellElement.ts'
import { expandMark } from './expandMark.ts'

/** What the active cell has and no other: the tab stop, and a button where it does not show all of its value. */
export class ActiveMark {
  readonly #cells: GridCells
  readonly #expand = expandMark()
  #cell: CellElement | null = null
  #owesFocus = false
  #frame = 0

  constructor(cells: GridCells) {
    this.#cells = cells
    const position = () => (this.#cell === null ? null : this.#cells.partAt(this.#cell.element))
    cells.addLive(this.#expand, () => {
      const part = position()
      return part?.kind === 'cell' ? { kind: 'expand', position: part.position } : null
    })
  }

  /** Moves to that cell, with the focus if it has it; null: it waits for the next one. */
  put(cell: CellElement | null): void {
    if (cell !== this.#cell) {
      this.#owesFocus ||= this.#cell !== null && document.activeElement === this.#cell.element
      this.#cell?.element.removeAttribute('tabindex')
      this.#cell?.element.removeAttribute('data-active')
      this.#expand.remove()
      if (cell !== null) {
        cell.element.tabIndex = 0
        cell.element.dataset['active'] = 'true'
      }
      if (this.#cell !== null || cell !== null) this.#cells.setActive(cell?.element ?? null)
      this.#cell = cell
      if (cell !== null && this.#owesFocus) cell.element.focus({ preventScroll: true })
      if (cell !== null) this.#owesFocus = false
    }
    this.update()
  }

  /** A header is active now, and gets the focus itself. */
  leave(): void {
    this.put(null)
    this.#owesFocus = false
  }

  /** Its value, or its width, may be another. */
  update(): void {
    cancelAnimationFrame(this.#frame)
    // By then the page is laid out for the frame anyway.
    if (this.#cell !== null) this.#frame = requestAnimationFrame(() => this.#measure())
  }

  #measure(): void {
    const shown = this.#cell?.shown ?? null
    if (this.#cell === null || shown === null || shown.kind === 'null') return this.#expand.remove()
    if (!this.#cell.isCut()) this.#expand.remove()
    else if (this.#expand.parentElement === null) this.#cell.element.append(this.#expand)
  }
}

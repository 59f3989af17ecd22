import type { Edges } from './pointerCell.ts'

/** What is scrolled by a drag beyond the edges of an element. */
export interface Scrolling {
  /** Scrolls by so many px. */
  readonly scrollBy: (x: number, y: number) => void
}

/** px in which a drag is already beyond the edge: the edge of a window has nothing beyond. */
const MARGIN = 12
/** px per second, for each px that the pointer is beyond the edge; and at most. */
const SPEED = 24
const FASTEST = 6_000
/** ms that a frame is taken to have lasted at most: after a long one, nothing should leap. */
const LONGEST_FRAME = 50

/**
 * Scrolls while something is dragged beyond the edges of what is in view: the further, the faster. `moved` is called after
 * each step, so that what is dragged can follow.
 */
export class DragScroll {
  readonly #scrolling: Scrolling
  readonly #view: () => Edges | null
  readonly #moved: () => void
  #x = 0
  #y = 0
  #frame = 0
  #last = 0

  /** `view`: where the rows are seen, px of the window. */
  constructor(scrolling: Scrolling, view: () => Edges | null, moved: () => void) {
    this.#scrolling = scrolling
    this.#view = view
    this.#moved = moved
  }

  /** The pointer is there now, px of the window. */
  move(x: number, y: number): void {
    this.#x = x
    this.#y = y
    if (this.#frame !== 0 || this.#speeds() === null) return
    this.#last = performance.now()
    this.#frame = requestAnimationFrame(() => this.#step())
  }

  /** The button was let go. */
  end(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  #step(): void {
    this.#frame = 0
    const speeds = this.#speeds()
    if (speeds === null) return
    const now = performance.now()
    const seconds = Math.min(now - this.#last, LONGEST_FRAME) / 1000
    this.#last = now
    this.#scrolling.scrollBy(speeds.x * seconds, speeds.y * seconds)
    this.#moved()
    this.#frame = requestAnimationFrame(() => this.#step())
  }

  /** px per second; null if the pointer is where there is nothing to scroll for. */
  #speeds(): { readonly x: number; readonly y: number } | null {
    const view = this.#view()
    if (view === null) return null
    const x = speed(this.#x, view.left, view.right)
    const y = speed(this.#y, view.top, view.bottom)
    return x === 0 && y === 0 ? null : { x, y }
  }
}

function speed(at: number, start: number, end: number): number {
  const beyond = at < start + MARGIN ? at - start - MARGIN : at > end - MARGIN ? at - end + MARGIN : 0
  return Math.max(-FASTEST, Math.min(beyond * SPEED, FASTEST))
}

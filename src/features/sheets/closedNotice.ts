import { createStore } from 'zustand/vanilla'

/** What is said after tabs were closed. */
export interface ClosedNotice {
  readonly words: string
  /** Opens them again; returns the id of the sheet whose tab gets the focus. */
  readonly undo: () => string | undefined
}

/** What is said now; it outlives the screen of an instance, which goes with its last tab. */
export const closedNotice = createStore<{ readonly notice: ClosedNotice | null }>(() => ({ notice: null }))

/** Says that tabs were closed, in place of what was said before. */
export function sayClosed(notice: ClosedNotice | null): void {
  closedNotice.setState({ notice })
}

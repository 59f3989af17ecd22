import { useSyncExternalStore } from 'react'

/** Where an entry of the browser's history stands among the steps that were made on one table. */
export interface Step {
  /** Names the row of steps; another table begins another one. */
  readonly chain: string
  /** How many steps of the row are before it. */
  readonly depth: number
}

/** The steps of the browser's history that undo and redo may go: those of the table that is shown, and no others. */
export interface Steps {
  /** The state of an entry that is about to be made after this one, or in its place. */
  readonly next: (now: unknown, how: 'push' | 'replace', isSameTable: boolean) => Step
  /** Whether an entry has such a state; the one that a visit begins with has none. */
  readonly isStep: (now: unknown) => boolean
  readonly canUndo: (now: unknown) => boolean
  readonly canRedo: (now: unknown) => boolean
}

/** Knows how far each row of steps goes; after a reload that is forgotten, and only redo with it. */
export function createSteps(newChain: () => string): Steps {
  const last = new Map<string, number>()
  const begin = (): Step => ({ chain: newChain(), depth: 0 })
  return {
    next(now, how, isSameTable) {
      const before = stepOf(now)
      // What followed is gone as soon as something else follows.
      if (before !== null && how === 'push') last.set(before.chain, before.depth)
      if (!isSameTable) return begin()
      if (how === 'replace') return before ?? begin()
      const step = { chain: before?.chain ?? newChain(), depth: (before?.depth ?? 0) + 1 }
      last.set(step.chain, step.depth)
      return step
    },
    isStep: (now) => stepOf(now) !== null,
    canUndo: (now) => (stepOf(now)?.depth ?? 0) > 0,
    canRedo(now) {
      const step = stepOf(now)
      return step !== null && step.depth < (last.get(step.chain) ?? 0)
    },
  }
}

function stepOf(state: unknown): Step | null {
  if (typeof state !== 'object' || state === null || !('chain' in state) || !('depth' in state)) return null
  const { chain, depth } = state
  return typeof chain === 'string' && typeof depth === 'number' ? { chain, depth } : null
}

/** The sheet that an entry of the browser's history belongs to; null if it names none. */
export function sheetOfEntry(now: unknown): string | null {
  if (typeof now !== 'object' || now === null || !('sheet' in now)) return null
  return typeof now.sheet === 'string' ? now.sheet : null
}

/** The steps of this tab. */
export const steps = createSteps(() => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`)

/** Whether the last step on the table that is shown can be undone, and one that was undone done again. */
export function useSteps(subscribe: (listener: () => void) => () => void) {
  return {
    canUndo: useSyncExternalStore(subscribe, () => steps.canUndo(window.history.state)),
    canRedo: useSyncExternalStore(subscribe, () => steps.canRedo(window.history.state)),
  }
}

/** Goes back one step, as Back does, but never to another table or out of the page. */
export function undoStep(): void {
  if (steps.canUndo(window.history.state)) window.history.back()
}

/**
 * Has `undoLast` undo a change of the table, until something else is asked: what was done last is undone first. Returns
 * what ends it.
 */
export function offerUndo(undo: () => void): () => void {
  const own = { undo, at: window.location.href }
  offered = own
  return () => {
    if (offered === own) offered = null
  }
}

let offered: { readonly undo: () => void; readonly at: string } | null = null

/** Undoes what was done last: a change of the table for which the page shows Undo, or a step. */
export function undoLast(): void {
  if (offered?.at === window.location.href) offered.undo()
  else undoStep()
}

/** Goes forward again to a step that was undone. */
export function redoStep(): void {
  if (steps.canRedo(window.history.state)) window.history.forward()
}

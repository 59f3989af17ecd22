import { createStore } from 'zustand/vanilla'
import { onOtherTab, type TextStorage } from './browserStorage.ts'

/** What can be wrong with a storage: a value in it could not be read, or it keeps nothing. */
export type KeepingProblem = 'damaged' | 'refused'

/** A value that outlives the page, shared with the other tabs of it. */
export interface KeptValue<T> {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
  /** Starts from what another tab may have written since. */
  readonly change: (work: (now: T) => T) => void
  /** Takes over what another tab wrote. */
  readonly refresh: () => void
}

export interface KeptAs<T> {
  readonly storage: TextStorage | null
  readonly name: string
  readonly fallback: T
  /** Checks what was stored; null for what can't be used. */
  readonly parse: (stored: unknown) => T | null
  readonly onProblem: (problem: KeepingProblem) => void
}

/**
 * Keeps a value as JSON under a name. What can't be read is put aside under `name.damaged`, and the fallback is used; if
 * the storage is null or refuses, the value lasts as long as the page.
 */
export function keepValue<T>({ storage, name, fallback, parse, onProblem }: KeptAs<T>): KeptValue<T> {
  let text: string | null = null // as last read or written: the same text again changes nothing
  const store = createStore<{ readonly value: T }>(() => ({ value: fallback }))
  const refresh = () => {
    const found = attempt(() => storage?.getItem(name) ?? null, null)
    if (found === text || found === null) return
    text = found
    const value = parse(attempt((): unknown => JSON.parse(found), undefined))
    if (value !== null) return store.setState({ value })
    attempt(() => storage?.setItem(`${name}.damaged`, found), undefined)
    return onProblem('damaged')
  }
  refresh()
  if (storage === null) onProblem('refused')
  onOtherTab((changed) => {
    if (changed === null || changed === name) refresh()
  })
  return {
    get: () => store.getState().value,
    subscribe: (listener) => store.subscribe(listener),
    refresh,
    change(work) {
      refresh()
      const value = work(store.getState().value)
      const written = JSON.stringify(value)
      store.setState({ value })
      if (written === text) return
      text = written
      if (storage !== null && !attempt(() => (storage.setItem(name, written), true), false)) onProblem('refused')
    },
  }
}

function attempt<T, F>(work: () => T, otherwise: F): T | F {
  try {
    return work()
  } catch {
    return otherwise
  }
}

import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { uiWords } from '../words/en/ui.ts'
import styles from './Toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  /** The modal dialog that was open: everything outside it is covered and not read out. */
  readonly over: HTMLElement | null
}

let current: Toast | null = null
const listeners = new Set<() => void>()

/** Shows one line for five seconds, for what has no other visible effect. A new one replaces the previous one. */
export function showToast(text: string): void {
  const over = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? null
  show({ id: (current?.id ?? 0) + 1, text, over })
}

function show(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place where toasts appear. Rendered once and never removed, so that screen readers announce what appears in it. */
export function Toaster() {
  const now = useSyncExternalStore(subscribe, () => current)
  useEffect(() => {
    if (!now) return undefined
    const timer = setTimeout(() => show(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [now])
  const place = (
    <output className={styles.place} aria-label={uiWords.notice}>
      {now && (
        <span key={now.id} className={styles.toast}>
          {now.text}
        </span>
      )}
    </output>
  )
  return now?.over ? createPortal(place, now.over) : place
}

const SHOWN_MS = 5000

import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import styles from './Toast.module.css'

interface Told {
  readonly id: number
  readonly text: string
  /** The modal dialog that was open, as all else lies below it and is not read out. */
  readonly over: HTMLElement | null
}

let told: Told | null = null
const listeners = new Set<() => void>()

/** Says one line for five seconds; only for what has no other visible effect. A new one replaces the one before. */
export function showToast(text: string): void {
  const over = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? null
  tell({ id: (told?.id ?? 0) + 1, text, over })
}

function tell(next: Told | null): void {
  told = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place where toasts appear; rendered once, always there, so that screen readers hear what comes. */
export function Toaster() {
  const now = useSyncExternalStore(subscribe, () => told)
  useEffect(() => {
    if (!now) return undefined
    const timer = setTimeout(() => tell(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [now])
  const place = (
    <output className={styles.place} aria-label="Notice">
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

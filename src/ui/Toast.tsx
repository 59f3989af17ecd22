import { useEffect, useReducer, useSyncExternalStore, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { uiWords } from '../words/en/ui.ts'
import styles from './Toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  /** It stays until it is closed or another one comes. */
  readonly stays: boolean
}

let current: Toast | null = null
const listeners = new Set<() => void>()

/** Shows one line for five seconds, for what has no other visible effect. A new one replaces the previous one. */
export function showToast(text: string): void {
  show({ id: (current?.id ?? 0) + 1, text, stays: false })
}

/** Shows what has to be read in peace, as it can be read nowhere else: until it is closed. */
export function showLastingToast(text: string): void {
  show({ id: (current?.id ?? 0) + 1, text, stays: true })
}

function show(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place where toasts appear. */
export function Toaster() {
  const now = useSyncExternalStore(subscribe, () => current)
  useEffect(() => {
    if (!now || now.stays) return undefined
    const timer = setTimeout(() => show(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [now])
  return (
    <OverPage label={uiWords.notice}>
      {now && (
        <span key={now.id} className={styles.toast}>
          {now.text}
          {now.stays && (
            <button type="button" aria-label={uiWords.closeNotice} onClick={() => show(null)}>
              <X size={14} aria-hidden="true" />
            </button>
          )}
        </span>
      )}
    </OverPage>
  )
}

/**
 * A place over the end of the page, rendered once and never removed, so that screen readers announce what appears in it.
 * While a modal dialog is open, what appears is in it: everything outside is covered and not read out.
 */
export function OverPage({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  const over = children ? ([...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? null) : null
  useEffect(() => {
    over?.addEventListener('close', lookAgain)
    return () => over?.removeEventListener('close', lookAgain)
  }, [over])
  const place = (
    <output className={styles.place} aria-label={label}>
      {children}
    </output>
  )
  return over ? createPortal(place, over) : place
}

const SHOWN_MS = 5000

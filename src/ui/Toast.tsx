import { Check } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Toast.module.css'

interface Told {
  readonly id: number
  readonly text: string
}

let told: Told | null = null
const listeners = new Set<() => void>()

/** Says one line for five seconds; only for what has no other visible effect. A new one replaces the one before. */
export function showToast(text: string): void {
  tell({ id: (told?.id ?? 0) + 1, text })
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
  return (
    <output className={styles.place} aria-label="Notice">
      {now && (
        <span key={now.id} className={styles.toast}>
          <Icon icon={Check} />
          {now.text}
        </span>
      )}
    </output>
  )
}

const SHOWN_MS = 5000

import { useRef, type KeyboardEvent } from 'react'
import styles from './Tabs.module.css'

export interface Tab<V extends string> {
  readonly value: V
  readonly title: string
}

export interface TabsProps<V extends string> {
  readonly label: string
  readonly tabs: readonly Tab<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
  /** The pointer or the focus is on a tab that is not chosen: time to fetch what it will need. */
  readonly onIntent?: (value: V) => void
  /** The id of the panel that the tabs switch. */
  readonly controls?: string | undefined
}

/** A segmented tablist with one tab stop; arrows, Home and End choose at once. */
export function Tabs<V extends string>({ label, tabs, value, onChange, onIntent, controls }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const now = tabs.findIndex((tab) => tab.value === value)
    const step = STEPS[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step === undefined ? null : now + step
    if (next === null) return
    const chosen = tabs[(next + tabs.length) % tabs.length]
    if (!chosen) return
    event.preventDefault()
    onChange(chosen.value)
    list.current?.querySelector<HTMLElement>(`[data-value="${chosen.value}"]`)?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          data-value={tab.value}
          aria-selected={tab.value === value}
          aria-controls={controls}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onPointerEnter={() => tab.value !== value && onIntent?.(tab.value)}
          onFocus={() => tab.value !== value && onIntent?.(tab.value)}
        >
          {tab.title}
        </button>
      ))}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './classNames.ts'
import styles from './Tabs.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface Tab<V extends string> {
  readonly value: V
  readonly title: string
  /** Why it can't be chosen, in one sentence; the keyboard still reaches the tab, so that the reason can be read. */
  readonly disabled?: string | undefined
  /** An icon before the title, with its words for screen readers. */
  readonly icon?: ReactNode
  /** A number or a few words behind the title, which belong to its name. */
  readonly aside?: string | undefined
}

export interface TabsProps<V extends string> {
  readonly label: string
  readonly tabs: readonly Tab<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
  /** A disabled tab was pressed; gets the reason. */
  readonly onRefused?: (reason: string) => void
  /** The pointer or the focus is on a tab that isn't chosen: a good time to load what it needs. */
  readonly onIntent?: (value: V) => void
  /** The id of the panel that the tabs switch. */
  readonly controls?: string | undefined
  /** With a line under the chosen one, for tabs that name what is below; else one segment each. */
  readonly underlined?: boolean | undefined
}

/** A segmented or underlined tablist with one tab stop; arrows, Home and End choose at once, unless the tab is disabled. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, tabs, value, onChange, onRefused, onIntent, controls, underlined } = props
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    // Of many, some may be beyond the edge.
    if (underlined)
      list.current?.querySelector(`[data-value="${CSS.escape(value)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [underlined, value])
  const choose = (tab: Tab<V>) => tab.disabled === undefined && onChange(tab.value)
  const intend = (tab: Tab<V>) => tab.value !== value && tab.disabled === undefined && onIntent?.(tab.value)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const focused = tabs.findIndex(
      (tab) => event.target instanceof HTMLElement && event.target.dataset['value'] === tab.value,
    )
    const now = focused === -1 ? tabs.findIndex((tab) => tab.value === value) : focused
    const step = STEPS[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step === undefined ? null : now + step
    if (next === null) return
    const chosen = tabs[(next + tabs.length) % tabs.length]
    if (!chosen) return
    event.preventDefault()
    choose(chosen)
    list.current?.querySelector<HTMLElement>(`[data-value="${chosen.value}"]`)?.focus()
  }
  return (
    <>
      <div
        ref={list}
        className={classNames(underlined ? styles.underlined : styles.tabs)}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            data-value={tab.value}
            aria-selected={tab.value === value}
            aria-controls={controls}
            aria-disabled={tab.disabled === undefined ? undefined : true}
            aria-describedby={tab.disabled === undefined ? undefined : `${id}${tab.value}`}
            title={tab.disabled}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => (tab.disabled === undefined ? onChange(tab.value) : onRefused?.(tab.disabled))}
            onPointerEnter={() => intend(tab)}
            onFocus={() => intend(tab)}
          >
            {tab.icon}
            {tab.title}
            {tab.aside !== undefined && <span className={styles.aside}>{tab.aside}</span>}
          </button>
        ))}
      </div>
      {tabs.map(
        (tab) =>
          tab.disabled !== undefined && (
            <VisuallyHidden key={tab.value} id={`${id}${tab.value}`}>
              {tab.disabled}
            </VisuallyHidden>
          ),
      )}
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

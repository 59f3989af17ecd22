import type { editor } from 'monaco-editor/editor'
import { useRef, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { editorWords } from '../../words/en/editor.ts'
import styles from './edits.module.css'
import { useWidget } from './useWidget.ts'

export interface MenuItem {
  readonly title: string
  /** Its key, or why it can't be done. */
  readonly note: string | null
  /** null for what can't be done. */
  readonly run: (() => void) | null
}

export interface ChangesMenuProps {
  readonly instance: editor.IStandaloneCodeEditor
  readonly items: readonly MenuItem[]
  /** The place of the text that it stands below. */
  readonly at: number
  readonly onClose: () => void
}

/** What can be done at a place of the statement; what can't be says why. */
export function ChangesMenu({ instance, items, at, onClose }: ChangesMenuProps) {
  const root = useRef<HTMLDivElement>(null)
  const node = useWidget(instance, 'rowan.changes', at, () => root.current?.querySelector('button')?.focus())

  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      step(root.current, event.key === 'ArrowDown' ? 1 : -1)
    else return
    event.preventDefault()
  }

  return createPortal(
    <div
      ref={root}
      className={styles.card}
      role="menu"
      aria-label={editorWords.changes}
      tabIndex={-1}
      onKeyDown={onKey}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      {items.map(({ title, note, run }) => (
        <button
          key={title}
          type="button"
          role="menuitem"
          className={styles.item}
          aria-disabled={run === null || undefined}
          onClick={() => {
            if (run === null) return
            onClose()
            run()
          }}
        >
          {title}
          {note !== null && <span className={styles.hint}>{note}</span>}
        </button>
      ))}
    </div>,
    node,
  )
}

function step(root: HTMLElement | null, by: number): void {
  const items = [...(root?.querySelectorAll('button') ?? [])]
  const at = items.findIndex((item) => item === document.activeElement)
  items[(at + by + items.length) % items.length]?.focus()
}

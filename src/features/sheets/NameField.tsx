import { useLayoutEffect, useRef } from 'react'
import { sheetsWords } from '../../words/en/sheets/sheets.ts'
import styles from './SheetTabs.module.css'

export interface NameFieldProps {
  readonly title: string
  /** Called once: with what was typed, or null if it was given up. */
  readonly onEnd: (title: string | null) => void
}

/** Where a tab is renamed, in its place: Enter and leaving it keep the name, Esc does not. An empty name is taken away. */
export function NameField({ title, onEnd }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => field.current?.select(), [])
  const end = (name: string | null) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(name)
  }
  return (
    <input
      ref={field}
      className={styles.name}
      aria-label={sheetsWords.name}
      defaultValue={title}
      maxLength={200}
      spellCheck={false}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        end(event.key === 'Enter' ? event.currentTarget.value : null)
      }}
    />
  )
}

import { useEffect, useImperativeHandle, useRef } from 'react'
import type { SqlEditorProps } from '../../editor/SqlEditor.tsx'
import { sqlWords } from '../../words/en/sql.ts'
import styles from './PlainEditor.module.css'

/**
 * A plain text box that stands in for the SQL editor if that can't be loaded or takes long, and on touch screens, which it
 * does not support. Shows the place of an error by putting the cursor there while it has the focus.
 */
export function PlainEditor({ value, onChange, error, ref }: Omit<SqlEditorProps, 'dark'>) {
  const box = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    insert(text) {
      const area = box.current
      if (!area) return
      area.focus()
      area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
      onChange(area.value)
    },
    focus: () => box.current?.focus(),
    text: () => box.current?.value ?? value,
  }))
  const position = error?.position ?? null
  useEffect(() => {
    const area = box.current
    if (position !== null && area && document.activeElement === area) area.setSelectionRange(position, position)
  }, [position])
  return (
    <textarea
      ref={box}
      className={styles.box}
      aria-label={sqlWords.editor}
      aria-invalid={error !== null || undefined}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

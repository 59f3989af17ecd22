import { useEffect, useImperativeHandle, useRef } from 'react'
import type { SqlEditorProps } from '../../../editor/SqlEditor.tsx'
import { applyEdits } from '../../../sql/textEdit.ts'
import { sqlWords } from '../../../words/en/sql.ts'
import { formatOnce } from './formatOnce.ts'
import styles from './PlainEditor.module.css'

type PlainEditorProps = Pick<SqlEditorProps, 'value' | 'onChange' | 'error' | 'onCursor' | 'ref'>

/**
 * A plain text box that stands in for the SQL editor if that can't be loaded or takes long, and on touch screens, which it
 * does not support. Shows the place of an error by putting the cursor there while it has the focus.
 */
export function PlainEditor({ value, onChange, error, onCursor, ref }: PlainEditorProps) {
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
    selection: () => selectionOf(box.current),
    flash: () => undefined,
    edit(edits) {
      onChange(applyEdits(box.current?.value ?? value, edits))
      box.current?.focus()
    },
    format: () => void formatIn(box.current, onChange),
  }))
  const position = error?.range?.start ?? null
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
      onSelect={(event) => onCursor?.(selectionOf(event.currentTarget))}
    />
  )
}

function selectionOf(area: HTMLTextAreaElement | null) {
  return { start: area?.selectionStart ?? 0, end: area?.selectionEnd ?? 0 }
}

/** What is written while the text is being formatted stays. */
async function formatIn(area: HTMLTextAreaElement | null, onChange: (text: string) => void): Promise<void> {
  if (area === null) return
  const text = area.value
  const formatted = await formatOnce(text)
  if (area.value !== text || formatted === text) return
  area.setRangeText(formatted, 0, text.length, 'start')
  onChange(area.value)
}

import { useEffect, useImperativeHandle, useRef } from 'react'
import type { SqlEditorProps } from '../../../editor/SqlEditor.tsx'
import { applyEdits, type TextEdit } from '../../../sql/textEdit.ts'
import { sqlWords } from '../../../words/en/sql.ts'
import { formatOnce } from './formatOnce.ts'
import styles from './PlainEditor.module.css'

export interface PlainEditorProps extends Pick<SqlEditorProps, 'value' | 'onChange' | 'error' | 'onCursor' | 'ref'> {
  /** The id of what describes it. */
  readonly describedBy?: string | undefined
}

/**
 * A plain text box that stands in for the SQL editor if that can't be loaded or takes long, on touch screens, which it does not
 * support, and for screen readers. Shows the place of an error by putting the cursor there while it has the focus.
 */
export function PlainEditor({ value, onChange, error, onCursor, describedBy, ref }: PlainEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    insert(text) {
      const area = box.current
      if (!area) return
      replaceIn(area, { start: area.selectionStart, end: area.selectionEnd, text })
      onChange(area.value)
    },
    focus: () => box.current?.focus(),
    text: () => box.current?.value ?? value,
    selection: () => selectionOf(box.current),
    goTo(place) {
      box.current?.focus()
      box.current?.setSelectionRange(place, place)
    },
    flash: () => undefined,
    edit(edits) {
      const area = box.current
      if (!area) return onChange(applyEdits(value, edits))
      for (const each of edits.toReversed()) replaceIn(area, each)
      const end = edits.reduce(
        (sum, { start, text }, at) => (at === edits.length - 1 ? start : 0) + sum + text.length,
        0,
      )
      const removed = edits.slice(0, -1).reduce((sum, each) => sum + each.end - each.start, 0)
      area.setSelectionRange(end - removed, end - removed)
      return onChange(area.value)
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
      aria-describedby={describedBy}
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
  replaceIn(area, { start: 0, end: text.length, text: formatted })
  area.setSelectionRange(0, 0)
  onChange(area.value)
}

/** As if it were typed: the box can undo it, which it can't if its text is set. */
function replaceIn(area: HTMLTextAreaElement, { start, end, text }: TextEdit): void {
  area.focus()
  area.setSelectionRange(start, end)
  // oxlint-disable-next-line typescript/no-deprecated -- Nothing has taken its place; where it is gone, the text is set.
  const isTyped = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!isTyped) area.setRangeText(text, start, end, 'end')
}

import type { editor } from 'monaco-editor/editor'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { editorWords } from '../../words/en/editor.ts'
import type { TextEdit } from '../editText.ts'
import type { Refused } from './edits.ts'
import styles from './edits.module.css'
import { useWidget } from './useWidget.ts'

export interface RenameBoxProps {
  readonly instance: editor.IStandaloneCodeEditor
  /** Where what is renamed stands. */
  readonly start: number
  readonly name: string
  readonly rename: (to: string) => Promise<{ readonly edits: readonly TextEdit[] } | Refused | null>
  readonly onEdits: (edits: readonly TextEdit[]) => void
  readonly onClose: () => void
}

/** Asks for another name. Why it can't be that one is said in the box, which then stays. */
export function RenameBox({ instance, start, name, rename, onEdits, onClose }: RenameBoxProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const node = useWidget(instance, 'rowan.rename', start, () => {
    box.current?.focus()
    box.current?.select()
  })

  // A statement that is changed under the box, such as by undo, has other places.
  useEffect(() => {
    const changed = instance.onDidChangeModelContent(onClose)
    return () => changed.dispose()
  }, [instance, onClose])

  const take = async (to: string) => {
    if (to === name) return onClose()
    const answer = await rename(to)
    if (answer === null) return
    if ('refused' in answer) setRefusal(answer.refused)
    else onEdits(answer.edits)
  }

  return createPortal(
    <div className={styles.card}>
      <input
        ref={box}
        className={styles.box}
        aria-label={editorWords.newName(name)}
        aria-describedby={hintId}
        aria-invalid={refusal !== null || undefined}
        defaultValue={name}
        spellCheck={false}
        autoComplete="off"
        onInput={() => setRefusal(null)}
        onBlur={onClose}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void take(event.currentTarget.value.trim())
        }}
      />
      <p id={hintId} className={styles.hint} aria-live="polite" data-refused={refusal !== null || undefined}>
        {refusal ?? editorWords.renameHint}
      </p>
    </div>,
    node,
  )
}

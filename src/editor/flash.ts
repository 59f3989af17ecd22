import type { editor } from 'monaco-editor/editor'
import type { TextRange } from './textRange.ts'
import styles from './SqlEditor.module.css'
import { rangeIn } from './modelRange.ts'

/** Lights stretches of the text up for a moment, without motion not at all. */
export function flash(instance: editor.IStandaloneCodeEditor, ranges: readonly TextRange[]): void {
  const model = instance.getModel()
  if (!model || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const lit = instance.createDecorationsCollection(
    ranges.map((range) => ({ range: rangeIn(model, range), options: { className: styles.flash ?? null } })),
  )
  setTimeout(() => lit.clear(), FLASH_MS)
}

/** The lines of that stretch have a line in the accent colour at their numbers, until the returned function is called. */
export function markLines(instance: editor.IStandaloneCodeEditor, range: TextRange): () => void {
  const model = instance.getModel()
  if (!model) return () => undefined
  const options = { isWholeLine: true, linesDecorationsClassName: styles.runs ?? null }
  const marked = instance.createDecorationsCollection([{ range: rangeIn(model, range), options }])
  return () => marked.clear()
}

const FLASH_MS = 400

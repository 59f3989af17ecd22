import type { editor } from 'monaco-editor/editor'
import { useEffect, type ReactNode } from 'react'
import { fixByKey } from './fixKey.ts'
import { LineZone } from './LineZone.tsx'
import { closeSuggestions } from './suggestions.ts'

export interface ErrorLineProps {
  readonly instance: editor.IStandaloneCodeEditor
  /** Where the error begins, as an offset. */
  readonly place: number
  readonly onFix: (() => void) | null
  readonly children: ReactNode
}

/** What is said of an error, below its line; Ctrl . takes its fix. */
export function ErrorLine({ instance, place, onFix, children }: ErrorLineProps) {
  const line = instance.getModel()?.getPositionAt(place).lineNumber ?? 1
  // What was offered while the statement was typed would lie over it.
  useEffect(() => closeSuggestions(instance), [instance])
  useEffect(() => (onFix === null ? undefined : fixByKey(instance, line, onFix)), [instance, line, onFix])
  return (
    <LineZone instance={instance} line={line}>
      {children}
    </LineZone>
  )
}

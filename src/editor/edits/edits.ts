import type { editor } from 'monaco-editor/editor'
import type { TextEdit } from '../editText.ts'

/** A sentence that says why the text stays as it is. */
export interface Refused {
  readonly refused: string
}

/** A change of the statement by its name. */
export interface Change {
  readonly title: string
  readonly outcome: { readonly edits: readonly TextEdit[] } | Refused
}

/** Who knows what a statement means. Each answers null if another question overtook it. */
export interface Edits {
  /** `stayed`: why a part stays as it is. */
  readonly format: (
    text: string,
  ) => Promise<{ readonly edits: readonly TextEdit[]; readonly stayed: string | null } | Refused | null>
  readonly changes: (text: string, offset: number) => Promise<readonly Change[] | null>
  readonly renameable: (
    text: string,
    offset: number,
  ) => Promise<{ readonly start: number; readonly end: number; readonly name: string } | Refused | null>
  readonly rename: (
    text: string,
    offset: number,
    to: string,
  ) => Promise<{ readonly edits: readonly TextEdit[] } | Refused | null>
  readonly define: (
    text: string,
    offset: number,
  ) => Promise<{ readonly start: number; readonly end: number } | Refused | null>
}

/** A short message at the cursor, which is read out too, until the cursor moves. */
export function sayAtCursor(instance: editor.ICodeEditor, message: string): void {
  const messages: unknown = instance.getContribution('editor.contrib.messageController')
  const position = instance.getPosition()
  if (position && canShow(messages)) messages.showMessage(message, position)
}

interface Messages {
  showMessage(message: string, position: { readonly lineNumber: number; readonly column: number }): void
}

function canShow(value: unknown): value is Messages {
  return typeof value === 'object' && value !== null && 'showMessage' in value
}

import type { editor } from 'monaco-editor/editor'
import type { TextRange } from './textRange.ts'

/** The editor's range of a stretch of its text. */
export function rangeIn(model: editor.ITextModel, { start, end }: TextRange) {
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)]
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  }
}

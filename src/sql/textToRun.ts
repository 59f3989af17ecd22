import { statementAt, statementsOf } from './statements.ts'

/** A stretch of a text in UTF-16 units: `start` inclusive, `end` exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** What of the editor's text is run. */
export interface TextToRun extends TextRange {
  readonly text: string
  /** Its statements, in the editor's text. */
  readonly statements: readonly TextRange[]
}

/**
 * What runs: `all` of a text; what is selected, if something is; else the statement at the cursor, or the whole text if it
 * holds no other. null if that is empty.
 */
export function textToRun(text: string, selected: TextRange, extent: 'usual' | 'all'): TextToRun | null {
  if (extent === 'usual' && text.slice(selected.start, selected.end).trim() !== '') return stretch(text, selected)
  const all = statementsOf(text)
  if (extent === 'all' || all.length <= 1) return stretch(text, { start: 0, end: text.length })
  return stretch(text, statementAt(text, selected.end))
}

/** The statements of a text as they are sent, each where it stands: without comments around it where there are several. */
export function statementsToSend(text: string): readonly TextRange[] {
  const found = statementsOf(text)
  return found.length > 1 ? found.map(({ start, end }) => ({ start, end })) : [trimmed(text, 0, text.length)]
}

function stretch(text: string, range: TextRange): TextToRun | null {
  const { start, end } = trimmed(text, range.start, range.end)
  if (start === end) return null
  const own = text.slice(start, end)
  const statements = statementsToSend(own).map((each) => ({ start: each.start + start, end: each.end + start }))
  return { text: own, start, end, statements }
}

function trimmed(text: string, start: number, end: number): TextRange {
  const own = text.slice(start, end)
  const from = start + own.length - own.trimStart().length
  return { start: from, end: Math.max(from, start + own.trimEnd().length) }
}

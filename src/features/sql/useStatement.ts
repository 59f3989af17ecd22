import { useState } from 'react'
import { readValues, valuesText, type ParameterValues } from '../../query/parameterValues.ts'
import { holdsStatement } from './holdsStatement.ts'
import type { Draft, RunSummary } from '../../workspace/sheets/sheet.ts'
import { useDraft } from '../../workspace/sheets/sheets.ts'
import type { View } from '../../workspace/view.ts'

/** What is being written: a text, null before anything was, and the values of its parameters. */
interface Written {
  readonly text: string | null
  readonly values: ParameterValues
}

/**
 * The text in the editor, with the values of its parameters: what is being written in the sheet, the statement of a link
 * that was opened, else the one to begin with. A draft belongs to the statement that was last run when it was written, so
 * that a reload keeps it and a link, which brings another statement, shows that one.
 */
export function useStatement(view: Pick<View, 'sql' | 'parameters'>, begun: string) {
  const { sql, parameters } = view
  const asked = JSON.stringify([sql, parameters])
  const { draft, isLoaded, write } = useDraft()
  const [written, setWritten] = useState<Written>(() => writtenAtFirst(view, draft))
  const [isSettled, setIsSettled] = useState(isLoaded)
  const [seen, setSeen] = useState(asked)
  const [ran, setRan] = useState(asked)
  // The draft comes after the first drawing; it does not replace what has been written since.
  if (!isSettled && isLoaded) {
    setIsSettled(true)
    setWritten(writtenAtFirst(view, draft))
  }
  if (seen !== asked) {
    setSeen(asked)
    if (sql !== '' && asked !== ran) setWritten(writtenFor(view, written))
    setRan(asked)
  }
  const text = written.text ?? begun
  const keep = (next: Written, lastRun: RunSummary | null) => {
    setWritten(next)
    setIsSettled(true)
    write({ text: next.text ?? begun, lastRun, ...withParameters(valuesText(next.values)) })
  }
  const lastRun = () => {
    const before = draft?.lastRun ?? null
    if (before !== null && isRunOf(before, view)) return before
    return sql === '' ? null : { sql, at: null, ...withParameters(parameters) }
  }
  return {
    text,
    /** Nothing was written yet but what the editor begins with. */
    isUntouched: text.trim() === '' || text === begun,
    values: written.values,
    write: (next: string) => keep({ ...written, text: next }, lastRun()),
    /** Puts a text with its values in its place. */
    put: (next: string, values: ParameterValues) => keep({ text: next, values }, lastRun()),
    setValues: (values: ParameterValues) => keep({ text, values }, lastRun()),
    /** Says that this was run by hand, now. */
    ran: (statement: string, used: ParameterValues) => {
      const usedText = valuesText(used)
      setRan(JSON.stringify([statement, usedText]))
      keep({ text, values: written.values }, { sql: statement, at: Date.now(), ...withParameters(usedText) })
    },
  }
}

/** Whether it is the statement of the view that was run. */
export function isRunOf(run: RunSummary, view: Pick<View, 'sql' | 'parameters'>): boolean {
  return run.sql === view.sql && (run.parameters ?? '') === view.parameters
}

function withParameters(parameters: string): { readonly parameters?: string } {
  return parameters === '' ? {} : { parameters }
}

/** The statement of the view, or the text that holds it among others, as Back goes from one to another. */
function writtenFor({ sql, parameters }: Pick<View, 'sql' | 'parameters'>, { text, values }: Written): Written {
  const brought = readValues(parameters)
  if (text === null || !holdsStatement(text, sql)) return { text: sql || null, values: brought }
  return { text, values: { ...values, ...brought } }
}

function writtenAtFirst(view: Pick<View, 'sql' | 'parameters'>, draft: Draft | null): Written {
  const text = draft?.text || null
  const written = { text, values: readValues(draft?.parameters ?? '') }
  const isOfLink = view.sql !== '' && (draft?.lastRun == null || !isRunOf(draft.lastRun, view))
  return isOfLink || text === null ? writtenFor(view, written) : written
}

import type { SqlEditorHandle } from '../../../editor/SqlEditor.tsx'
import type { ParameterValues } from '../../../query/parameterValues.ts'
import { textToRun } from '../../../sql/textToRun.ts'
import { filledText, type TypeOf } from './filledText.ts'

/**
 * The statement that would run, with the values of its parameters, for programs and copies; as it is written while one has
 * no value, or if several are selected.
 */
export function shownStatement(
  editor: SqlEditorHandle | null,
  statement: { readonly text: string; readonly values: ParameterValues },
  typeOf: TypeOf,
): string {
  const text = editor?.text() ?? statement.text
  const chosen = textToRun(text, editor?.selection() ?? { start: 0, end: 0 }, 'usual')?.text ?? text
  const { statements } = filledText(chosen, statement.values, typeOf)
  const [only, ...others] = statements ?? []
  return only === undefined || others.length > 0 ? chosen : only.sql
}

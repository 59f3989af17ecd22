import { statementsOf } from '../../sql/statements.ts'
import { LONG_TEXT } from '../../sql/longText.ts'

/** Whether a statement is one of those of a text; of a long text, which can't be read at every key, it is not known to be. */
export function holdsStatement(text: string, statement: string): boolean {
  if (!text.includes(statement) || text.length > LONG_TEXT) return false
  return statementsOf(text).some(({ start, end }) => text.slice(start, end) === statement)
}

import { completionsAt } from '../completion/completion.ts'
import type { Answerer } from './answerer.ts'

/** What can be written at the cursor. */
export const answerComplete: Answerer<'complete'> = ({ text, cursor }, held) =>
  completionsAt(text, cursor, held.index())

import { callAt } from '../meaning/call.ts'
import { insertionAt } from '../meaning/insertion.ts'
import { meaningAt } from '../meaning/meaning.ts'
import { titledTables } from '../tables/titledTables.ts'
import type { Answerer } from './answerer.ts'

/** What the name at a place means. */
export const answerMeaning: Answerer<'meaning'> = ({ text, offset }, held) => meaningAt(text, offset, held.index())

/** The function whose arguments are written at the cursor. */
export const answerCall: Answerer<'call'> = ({ text, cursor }, held) => callAt(text, cursor, held.index())

/** The tables that a text names by their ids. */
export const answerTables: Answerer<'tables'> = ({ text }, held) => ({
  tables: titledTables(text, held.index()),
  wanted: [],
})

/** How a name is written into a text. */
export const answerInsertion: Answerer<'insertion'> = ({ text, selected, name }, held) =>
  insertionAt(text, selected, name, held.index())

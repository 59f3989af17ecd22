import { formatText } from '../edits/format.ts'
import type { Answerer } from './answerer.ts'

/** The text set in lines. */
export const answerFormat: Answerer<'format'> = async ({ text, only }) => ({
  wanted: [],
  ...(await formatText(text, only)),
})

import { parseSql } from '../../parser/parseSql.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { ParsedTexts } from '../diagnostics/parsedStatement.ts'
import type { Answerer } from './answerer.ts'

/** The statements of the last text. */
let before: ParsedTexts = new Map()

/** More than these nobody looks at, and the page would draw them all. */
const MOST = 200

/** What is wrong with the statements of a text. */
export const answerCheck: Answerer<'check'> = async ({ text, cursor, cap }, held) => {
  const judging = { index: held.index(), dialect: held.dialect(), parse: parseSql, cap, before }
  const { found, wanted, parsed } = await diagnose(text, cursor, judging)
  before = parsed
  return { found: found.slice(0, MOST), wanted }
}

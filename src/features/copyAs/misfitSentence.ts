import type { Misfit } from '../../faces/misfit.ts'
import { copyAsWords } from '../../words/en/faces/copyAs.ts'
import { misfitWords } from '../../words/en/faces/misfits.ts'

/** Why a text can't be a query of the form, in one sentence. */
export function misfitSentence({ code, detail }: Misfit): string {
  return copyAsWords.misfit(misfitWords[code](detail))
}

import { recordWords } from '../../../words/en/record/record.ts'
import { writeWords } from '../../../words/en/write.ts'
import type { RestoreDoubt } from './recordToRestore.ts'

/** What undo may not bring back as it was; empty if nothing. */
export function doubtWords(doubts: readonly RestoreDoubt[]): string {
  return doubts.map(({ kind, fields }) => recordWords.restoreDoubts[kind](fields)).join(' ')
}

/** What undo does, with no more promised than holds. */
export function undoWords(doubts: readonly RestoreDoubt[]): string {
  return doubts.length === 0 ? recordWords.undoNote : `${recordWords.undoInDoubt} ${doubtWords(doubts)}`
}

/** What the button says that deletes the record, or looks whether it was. */
export function deleteWords({ isInDoubt, doubts }: { isInDoubt: boolean; doubts: readonly RestoreDoubt[] }): string {
  if (isInDoubt) return writeWords.lookAgain
  return doubts.length === 0 ? recordWords.delete : recordWords.deleteAnyway
}

import { catalogue } from '../../catalogue.ts'
import { listWords } from '../../lists.ts'

/** What is said of a record that somebody else has changed; apart, as the first rows don't wait for it. */
export const changedSinceWords = catalogue('changedSince', {
  gone: 'This record has been deleted since.',
  changedSince: (changed: readonly NowHas[]) =>
    `${listWords(changed.map(({ field, now }) => `${field} is ${shortWords(now)}`))} now: somebody has changed ${changed.length === 1 ? 'it' : 'them'} since you began.`,
  nothingSaved: 'Nothing was saved.',
  saveMine: 'Save mine anyway',
  takeTheirs: 'Take theirs',
  notUndone: (changed: readonly NowHas[]) =>
    `${listWords(changed.map(({ field, now }) => `${field} has been changed since, to ${shortWords(now)}`))}. Nothing was undone.`,
  undoAnyway: 'Undo anyway',
})

/** A field and what it has now; null for null. */
interface NowHas {
  readonly field: string
  readonly now: string | null
}

/** A value within a sentence. */
function shortWords(value: string | null): string {
  if (value === null) return 'null'
  if (value === '') return 'empty text'
  const [...letters] = value
  return letters.length <= MOST_LETTERS ? value : `${letters.slice(0, MOST_LETTERS).join('')}…`
}

const MOST_LETTERS = 60

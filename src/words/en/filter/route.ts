import { catalogue, type RichPart } from '../../catalogue.ts'
import { countWords, momentWords } from '../../figures.ts'

const and = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`

/** How a query is carried out, and why that way. */
export const routeWords = catalogue('route', {
  askedBySql: (lacks: readonly string[]): readonly RichPart[] => [
    'Run as ',
    { bold: 'SQL' },
    `. This server’s own filters have ${and(lacks)}.`,
  ],
  askedOnServer: (): readonly RichPart[] => ['Run on the ', { bold: 'server' }, '.'],
  askedOnCopy: (moment: number): readonly RichPart[] => [
    'Run on the ',
    { bold: `copy of ${momentWords(moment)}` },
    ' in this browser.',
  ],
  onlyOnCopy: (moment: number, lacks: readonly string[]): readonly RichPart[] => [
    'Run on the ',
    { bold: `copy of ${momentWords(moment)}` },
    ` in this browser. The server has no SQL, and its own filters have ${and(lacks)}.`,
  ],
  /** After the sentence on the copy, if words are searched for in a large one. */
  slowWords: ' This copy has no word index, so each search reads all of it and is slower.',
  /** A search of CKAN leaves out fractions of a second (protocol/README.md P16). */
  timesCut: 'times cut to the second',
  no: (operator: string) => `no “${operator}”`,
  noGroup: 'no group',
  noInvertedGroup: 'no inverted group',
  noNamedPeriod: 'no period that is named from today',
  /** A day or a second is a range of times. */
  noWholeTime: (operator: string) => `no range of times, which “${operator}” needs for a whole day, minute or second`,
  noRoom: 'no room for so many conditions',
  noTwoOnOne: 'no sure way to join two conditions on one column',
  noAlikeOnce: 'no way to count duplicate rows once',
  askServer: 'Ask the server',
  askCopy: (moment: number) => `Ask the copy of ${momentWords(moment)}`,
  onCopy: (moment: number) => `on the copy of ${momentWords(moment)}`,
  onPartOfCopy: (records: number, total: number | null) =>
    `on the copy · partial, from the first ${countWords(records)}${total === null ? '' : ` of ${countWords(total)}`} records`,
})

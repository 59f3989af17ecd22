import { catalogue, type RichPart } from '../../catalogue.ts'
import { countWords, momentWords } from '../../figures.ts'

const and = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`

/** How a query is carried out, and why that way. */
export const wayWords = catalogue('way', {
  label: 'How this is asked',
  askedBySql: (lacks: readonly string[]): readonly RichPart[] => [
    'Asked by ',
    { bold: 'SQL' },
    `. This server’s own filters have ${and(lacks)}.`,
  ],
  askedByRanges: (): readonly RichPart[] => [
    'Asked by ',
    { bold: 'filters with ranges and groups' },
    ', which this server takes.',
  ],
  askedOnServer: (): readonly RichPart[] => ['Asked of the ', { bold: 'server' }, '.'],
  askedOnCopy: (moment: number): readonly RichPart[] => [
    'Asked of the ',
    { bold: `copy of ${momentWords(moment)}` },
    ' in this browser.',
  ],
  onlyOnCopy: (moment: number, lacks: readonly string[]): readonly RichPart[] => [
    'Asked of the ',
    { bold: `copy of ${momentWords(moment)}` },
    ` in this browser. The server has no SQL, and its own filters have ${and(lacks)}.`,
  ],
  /** After the sentence on the copy, if words are searched for in a large one. */
  slowWords: ' This copy has no index of words, so each search reads all of it and is slower.',
  no: (operator: string) => `no “${operator}”`,
  noGroup: 'no group',
  askServer: 'Ask the server',
  askCopy: (moment: number) => `Ask the copy of ${momentWords(moment)}`,
  onCopy: (moment: number) => `on the copy of ${momentWords(moment)}`,
  onPartOfCopy: (records: number, total: number | null) =>
    `on the copy · partial, from the first ${countWords(records)}${total === null ? '' : ` of ${countWords(total)}`} records`,
})

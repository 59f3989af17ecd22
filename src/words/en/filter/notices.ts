import { catalogue, type RichPart } from '../../catalogue.ts'

/** What is wrong with a query or its result. */
export const noticeWords = catalogue('notices', {
  refused: (field: string, why: string): readonly RichPart[] => [
    'The server refused the filter on ',
    { bold: field },
    `. ${why}`,
  ],

  // In the sentence
  noWords: (search: string) => `“${search}” has no word to search for, so all records are shown.`,
  /** Beside words with accents, where a server compares letters as they are stored. */
  letterForms: 'Accents can be stored in two forms. This server finds only the one that you typed.',
  missingSort: (names: readonly string[]) =>
    `There is no column ${names.map((name) => `“${name}”`).join(' or ')} to sort by.`,

  changed: 'The table changed while it was read.',
  changedRemedy: 'Records may be missing here, or appear twice.',
  repeated: 'Some records came twice.',
  repeatedRemedy:
    "Either this server's pages overlap, or the table changed while it was read. Other records may be missing here.",
  readAgain: 'Read again',
})

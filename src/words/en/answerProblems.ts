import type { AnswerProblems, JsonFault } from '../../protocol/problem.ts'
import { catalogue } from '../catalogue.ts'
import { countWords, recordsWords } from '../figures.ts'
import { plural } from '../plural.ts'
import type { ProblemSentences } from '../problemSentences.ts'

const CHECK_ADDRESS = 'Check the address and the path prefix.'

/** What is wrong with an answer, a whole result or a file, by code. */
export const answerSentences = catalogue<ProblemSentences<AnswerProblems>>('answerProblems', {
  requestTooLong: {
    what: ({ status }) => `The request is longer than this server, or a proxy in front of it, accepts (${status}).`,
    remedy: 'Use fewer values or a shorter statement, or send fewer records at a time.',
  },
  tooManyRequests: {
    what: 'This server accepts no more requests for now (429).',
    remedy: ({ retryAfter }) => tryAgainIn(retryAfter),
  },
  serverUnavailable: {
    what: ({ status }) => `The server, or a proxy in front of it, can't answer for now (${status}).`,
    remedy: ({ retryAfter }) => tryAgainIn(retryAfter),
  },
  proxyTimedOut: {
    what: 'The proxy in front of the server waited too long for it (504).',
    remedy: 'Ask for less, or try again.',
  },
  notLetIn: {
    what: ({ status }) => `The server, or a proxy in front of it, refused this request (${status}).`,
    remedy: 'Check the address, and the API token if the server needs one.',
  },
  answerBroken: {
    what: ({ fault }) => `The server's answer is not valid JSON: ${faultWords(fault)}.`,
    remedy: ({ fault }) =>
      fault.kind === 'endsEarly'
        ? 'It may have been cut off on the way. Try again, or ask for fewer records.'
        : 'This is a fault of the server: only its administrator can mend it.',
  },
  plainTextAnswer: {
    what: ({ status, text }) => `The server answered ${status}: ${text}.`,
    remedy: ({ status }) => (status === 404 ? CHECK_ADDRESS : ''),
  },
  notAnAnswer: {
    what: ({ status, body }) => {
      if (body === 'isEmpty') return `The server answered ${status} with an empty body instead of an API answer.`
      if (body === 'isWebPage') return `The server answered ${status} with a web page instead of an API answer.`
      return `The server answered ${status} with something that isn't an API answer.`
    },
    remedy: ({ status, body }) => {
      if (status === 404) return CHECK_ADDRESS
      return status < 400 && body === 'isWebPage'
        ? 'It may be a login page, or the path prefix is wrong: open the address in a tab to see it.'
        : ''
    },
  },
  noReasonGiven: { what: ({ status }) => `The server answered ${status} and gave no reason.` },
  recordsMissing: { what: "The server's answer contains no list of records." },
  notRecords: {
    what: ({ found }) =>
      found === 'null'
        ? "The server's list of records holds null in place of a record."
        : `The server's list of records holds values (${found}) in place of records.`,
    remedy: 'This is a fault of the server: only its administrator can mend it.',
  },
  tooManyFields: {
    what: ({ most }) => `The server's answer has more than ${countWords(most)} columns, the most this page shows.`,
  },
  filtersIgnored: {
    what: 'This server ignores filters: it sends records that they exclude.',
    remedy: 'Remove the filters, or ask in SQL.',
  },
  fieldWithoutId: { what: "The server's answer contains a field without an id." },
  notJson: { what: ({ fault }) => `Not valid JSON: ${faultWords(fault)}.` },

  pagesRepeat: {
    what: "This server returns the same records for every page, so this page can't get all of them.",
    remedy: 'Narrow the query.',
  },
  pagesRefused: {
    what: "This server refuses requests for further pages, so this page can't get all records.",
    remedy: 'Narrow the query.',
  },
  pagesUnordered: {
    what: "This server doesn't sort, so further pages of a search could miss or repeat records.",
    remedy: 'Narrow the query.',
  },
  pagesOverlap: {
    what: "This server's pages overlap: some records came twice, so others may be missing.",
    remedy: 'Narrow the query.',
  },
  totalNotReached: {
    what: ({ total, given }) =>
      `This server says that ${recordsWords(total)} match, but gives only ${countWords(given)}.`,
    remedy: 'Narrow the query.',
  },
  endNotShown: {
    what: ({ given }) => `At least ${recordsWords(given)} match. This server doesn't show whether there are more.`,
  },
  tableChanged: {
    what: ({ before, after }) =>
      `The table changed while it was being read: ${recordsWords(before)} at first, then ${countWords(after)}.`,
    remedy: 'Start again.',
  },
  tableFieldsChanged: { what: 'The fields of the table changed while it was being read.', remedy: 'Start again.' },
  answerFieldsChanged: {
    what: 'The columns of the answer changed while it was being read.',
    remedy: 'Run the query again.',
  },
  pagesDiffer: {
    what: (problem) => `${whyPagesDiffer(problem)} So this page can't put its answer together from several replies.`,
    remedy: ({ cause }) => `${REMEDIES[cause]}Or ask for few enough rows for one reply, with LIMIT.`,
  },
  dayChanged: {
    what: 'It became midnight while the answer was being read, and the statement uses the date of today.',
    remedy: 'Run the query again.',
  },
  rankNotSent: {
    what: "In a search for words, this server sends its score in place of the values of column rank, so they can't be copied.",
    remedy: 'Copy the table without the words.',
  },
  rowsNotCounted: { what: "The server didn't count the rows." },

  fileEmpty: { what: 'The file is empty.', remedy: 'Its first row has to hold the column names.' },
  quoteNeverClosed: {
    what: ({ line, column }) =>
      `The quote that opens in line ${countWords(line)}, column ${countWords(column)}, is never closed.`,
    remedy: 'Close it in the file and choose the file again.',
  },
  manyRowsRefused: {
    what: ({ count }) => `${countWords(count)} rows were refused.`,
    remedy: 'Check the types of the columns.',
  },
  recordNotJson: {
    what: ({ record, fault }) => `Record ${countWords(record)} of the file is not JSON: ${faultWords(fault)} of it.`,
    remedy: 'Correct it in the file and choose the file again.',
  },
  noRecordsInJson: {
    what: 'The file is JSON, but there is no list of records in it.',
    remedy: 'A table is made from a list of objects, or from an object that has one.',
  },
  oldWorkbook: {
    what: "The file is a workbook of an Excel before 2007 (.xls), which this page can't read.",
    remedy: 'Open it in Excel or LibreOffice and save it as .xlsx.',
  },
  lockedWorkbook: {
    what: 'The workbook is locked with a password.',
    remedy: 'Open it in the program it comes from, save it without the password, and choose it again.',
  },
  workbookUnreadable: {
    what: ({ text }) => `The workbook can't be read: ${text}`,
    remedy: 'Open it in Excel or LibreOffice and save it again as .xlsx.',
  },
  sheetsEmpty: { what: 'No sheet of the workbook has a value.' },
  parquetUnreadable: {
    what: ({ text }) => `This is no Parquet file, or it is damaged: ${text}.`,
    remedy: 'Get it again, or save it again in the program that it comes from.',
  },
  archiveUnreadable: {
    what: "The archive is damaged, or packed in a way that this page can't read.",
    remedy: 'Unpack it and choose a file in it.',
  },
  archiveWithoutTables: {
    what: 'The archive has no file that a table can be made from.',
    remedy: 'Unpack it to see what is in it.',
  },
})

function faultWords(fault: JsonFault): string {
  switch (fault.kind) {
    case 'endsEarly':
      return `it ends too early, at character ${countWords(fault.at)}`
    case 'unexpectedCharacter':
      return `unexpected ${JSON.stringify(fault.character)} at character ${countWords(fault.at)}`
    case 'trailingComma':
      return `nothing follows the comma at character ${countWords(fault.at)}`
    case 'nestedTooDeep':
      return `it is nested more than ${countWords(fault.deepest)} levels deep`
    case 'wrongKind':
      return 'it is a value of another kind'
  }
}

function whyPagesDiffer({ cause, name }: AnswerProblems['pagesDiffer']): string {
  switch (cause) {
    case 'changes':
      return `${name} gives another value in each request.`
    case 'clock':
      return `${name} is another time in each request.`
    case 'sequence':
      return `What ${name} gives depends on the order in which the server happens to read.`
    case 'rounding':
      return `The last digit that ${name} gives may depend on the order in which the server happens to read.`
    case 'place':
      return `${name} counts places, and several records may share one in its ORDER BY.`
    case 'ties':
      return `${name} may choose other rows in each request, because some may be equal in the ORDER BY.`
    case 'sample':
      return `${name} takes other records in each request.`
    case 'locks':
      return `${name} locks what it reads.`
    case 'unknownFunction':
      return `This page doesn't know whether ${name} gives the same in each request.`
    case 'unknownForm':
      return "This page can't tell whether this statement gives the same rows in each request."
    case 'notSelect':
      return 'This is not a statement that can be asked for in parts.'
  }
}

/** What makes a statement one that can be read in pages, with a blank at its end. */
const REMEDIES: Readonly<Record<AnswerProblems['pagesDiffer']['cause'], string>> = {
  changes: 'Leave it out, or select _id too if it is one table. ',
  clock: 'Write the time itself. ',
  sequence: 'End its own ORDER BY with _id. ',
  rounding: 'Select all columns that it groups by, or add up values that are cast with ::numeric. ',
  place: 'End that ORDER BY with _id. ',
  ties: 'End the ORDER BY with _id, or with all selected columns. ',
  sample: 'Add REPEATABLE (1). ',
  locks: 'Leave it out. ',
  unknownFunction: '',
  unknownForm: '',
  notSelect: '',
}

function tryAgainIn(seconds: number | null): string {
  return seconds === null ? 'Try again in a moment.' : `Try again in ${durationWords(seconds)}.`
}

function durationWords(seconds: number): string {
  if (seconds <= 90) return `${countWords(seconds)} ${plural(seconds, { one: 'second', other: 'seconds' })}`
  const minutes = Math.round(seconds / 60)
  if (seconds <= 5400) return `${countWords(minutes)} ${plural(minutes, { one: 'minute', other: 'minutes' })}`
  const hours = Math.round(seconds / 3600)
  return `${countWords(hours)} ${plural(hours, { one: 'hour', other: 'hours' })}`
}

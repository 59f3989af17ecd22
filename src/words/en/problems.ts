import type { JsonFault, OwnProblems } from '../../protocol/problem.ts'
import { catalogue } from '../catalogue.ts'
import { bytesWords, countWords, recordsWords } from '../figures.ts'
import { plural } from '../plural.ts'
import { clause, sentence, type ProblemSentences } from '../problemSentences.ts'

const CHECK_ADDRESS = 'Check the base URL and the path prefix.'

/** What the page itself finds wrong, by code. */
export const problemSentences = catalogue<ProblemSentences<OwnProblems>>('problems', {
  foreign: { what: ({ text }) => sentence(text) },

  noAnswerInTime: {
    what: ({ host, seconds }) =>
      seconds === null ? `${host} didn't answer in time.` : `${host} didn't answer within ${countWords(seconds)} s.`,
    remedy: 'Try again, or ask for less: fewer records, a narrower filter.',
  },
  answerStalled: {
    what: ({ host, bytes, seconds }) =>
      `The answer from ${host} stopped after ${bytesWords(bytes)}${seconds === null ? '' : `, and nothing followed within ${countWords(seconds)} s`}.`,
    remedy: 'Try again, or ask for fewer records.',
  },
  answerBrokeOff: {
    what: ({ host, bytes }) => `The answer from ${host} broke off after ${bytesWords(bytes)}, so none of it is used.`,
    remedy: 'Try again, or ask for fewer records.',
  },
  answerTooLarge: {
    what: ({ maxBytes }) => `The answer is larger than ${bytesWords(maxBytes)}, the most this page reads at once.`,
    remedy: 'Ask for fewer records or fewer columns.',
  },
  deviceOffline: { what: 'This device is offline.', remedy: 'Connect it and try again.' },
  insecureAddress: {
    what: ({ host }) => `The browser blocks ${host}, because this page uses https and the address begins with http.`,
    remedy: 'Use its https address.',
  },
  ownServerSilent: {
    what: ({ host }) => `${host} does not answer.`,
    remedy: 'Check that the server is running, then try again.',
  },
  hostUnreachable: {
    what: ({ host }) => `No answer from ${host} that this page may read.`,
    remedy: ({ origin, near, isPlainHttp, hasToken = true }) => {
      const token = hasToken ? '' : 'the server needs an API token (enter it in the connection), '
      const ways = `Either the address can't be reached (check it), ${token}or the server doesn't allow ${origin} to read it (CORS), which only its administrator can change.`
      if (near === 'notNear') return ways
      if (near === 'onThisDevice')
        return `${ways} The address is on this device: the browser may be blocking it until you allow it in this site's settings, beside the address.`
      const local = `${ways} The address is on the local network: the browser may be blocking it until you allow it in this site's settings, beside the address.`
      return isPlainHttp ? `${local} From an https page, only Chromium can reach it over http.` : local
    },
  },
  answerUnreadable: {
    what: ({ host }) => `No answer from ${host} that this page may read.`,
    remedy:
      'This page has read other answers of this server. It may be down for the moment, or it refused this query and does not let the page read why.',
  },
  redirectedElsewhere: {
    what: ({ elsewhere }) =>
      elsewhere === null
        ? 'The server redirects this request to another address, and the token is not sent there.'
        : `The server redirects this request to ${elsewhere}, and the token is not sent there.`,
    remedy: ({ server, elsewhere }) =>
      elsewhere === null
        ? `Open ${server} in a tab to see where it leads, and if you trust that address, enter it as the base URL.`
        : 'If you trust that address, enter it as the base URL.',
  },
  tokenUnsendable: {
    what: "The token or the name of its header contains a character that can't be sent.",
    remedy: 'Open Connection and paste the token again.',
  },

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
    remedy: 'It may have been cut off on the way. Try again, or ask for fewer records.',
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
  columnsShareNames: {
    what: "The columns of this answer share names, so its rows can't be put in a fixed order.",
    remedy: 'Give each column its own name with AS.',
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

  storeFull: {
    what: 'This device has no room left for the page.',
    remedy: 'Free some space, then try again.',
  },
  changeWithoutRoom: {
    what: 'This device has no room left for the page, so nothing was stored.',
    remedy: 'Free some space, then try again.',
  },
  storeHeldElsewhere: {
    what: 'Another tab is using the data that this browser stores for the page.',
    remedy: 'Close it, then try again.',
  },
  storeDamaged: {
    what: "The data that this browser stores for the page can't be opened.",
    remedy:
      'If this keeps happening, start over: that removes every table made in this browser. Other instances work as before.',
  },
  engineNotStarted: { what: ({ text }) => `PostgreSQL couldn't start: ${clause(text)}.` },
  engineNotLoaded: { what: "Couldn't load PostgreSQL's program.", remedy: 'Reload the page.' },
  engineEnded: {
    what: ({ text }) =>
      text === null
        ? 'PostgreSQL in this browser stopped in the middle of a statement.'
        : `PostgreSQL in this browser stopped: ${clause(text)}.`,
    remedy: ({ text }) => (text === null ? '' : 'Reload the page.'),
  },
  engineHostSilent: {
    what: ({ host }) => `Couldn't load PostgreSQL: ${host} does not answer.`,
    remedy: 'Check the network, then try again.',
  },
  engineFileMissing: {
    what: ({ host, status, path }) => `Couldn't load PostgreSQL: ${host} answered ${status} for ${path}.`,
    remedy: 'Reload the page. If this keeps happening, the site has to be published again.',
  },
  engineFileEmpty: { what: ({ url }) => `Couldn't load PostgreSQL: ${url} is empty.`, remedy: 'Reload the page.' },
  ownerTabClosed: { what: 'The tab that was storing this was closed.' },
  notBackup: { what: 'This file is not a backup that can be opened here.', remedy: 'Nothing was changed.' },
  workerClosed: { what: 'The database in this browser is closed.', remedy: 'Try again.' },
  workerTimedOut: { what: 'The database in this browser took too long and was restarted.', remedy: 'Try again.' },
  workerStopped: { what: 'Stopped.' },
})

/** What stands beside any problem. */
export const failureWords = catalogue('failures', {
  tryAgain: 'Try again. If it keeps failing, tell the administrator of the server.',
  mayBeStored: 'The change may or may not have been stored: check before you repeat it.',
  /** A newer version of the page in another tab can know problems that this one does not. */
  unknown: (code: string) => `Something failed (${code}). Reload the page.`,
  storedForCertain: (count: number) => `${storedRecords(count)} for certain.`,
  storedPerhapsMore: (count: number) =>
    `${storedRecords(count)} for certain; the batch that was on its way may be stored too.`,
  storedNoMore: (count: number) => `${storedRecords(count)}, and nothing of the batch after them.`,
})

function storedRecords(count: number): string {
  return `${recordsWords(count)} ${plural(count, { one: 'is', other: 'are' })} stored`
}

function faultWords(fault: JsonFault): string {
  switch (fault.kind) {
    case 'endsEarly':
      return `it ends too early, at character ${countWords(fault.at)}`
    case 'unexpectedCharacter':
      return `unexpected ${JSON.stringify(fault.character)} at character ${countWords(fault.at)}`
    case 'nestedTooDeep':
      return `it is nested more than ${countWords(fault.deepest)} levels deep`
    case 'wrongKind':
      return 'it is a value of another kind'
  }
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

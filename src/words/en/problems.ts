import type { OwnProblems, StoreFault } from '../../protocol/problem.ts'
import { catalogue } from '../catalogue.ts'
import { bytesWords, countWords, recordsWords } from '../figures.ts'
import { plural } from '../plural.ts'
import { clause, sentence, type ProblemSentences } from '../problemSentences.ts'

/** What goes wrong before there is an answer, by code: in the first view, as it is said where nothing more can be loaded. */
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
  storeRemoved: {
    what: 'The browser has removed what it stored for this page, so nothing was stored.',
    remedy: 'The page has begun again with the sample: try again there.',
  },
  storeDamaged: {
    what: ({ fault }) => `The data that this browser stores for the page can't be opened: ${faultWords[fault]}.`,
    remedy:
      'Nothing has been removed. Save what can be saved to files first; then begin again with the sample. Other instances work as before.',
  },
  nothingSalvaged: {
    what: 'None of the tables can be read.',
    remedy: 'Save the stored files: somebody who knows PostgreSQL may still get something out of them.',
  },
  engineNotStarted: { what: ({ text }) => `PostgreSQL couldn't start: ${clause(text)}.` },
  engineNotLoaded: { what: "Couldn't load PostgreSQL's program.", remedy: 'Reload the page.' },
  engineEnded: {
    what: ({ text }) =>
      text === null
        ? 'PostgreSQL in this browser stopped in the middle of a statement.'
        : `PostgreSQL in this browser stopped: ${clause(text)}.`,
    remedy: ({ text }) =>
      text === null
        ? 'If every table does this, what is stored is damaged: Settings, Save what can be read, saves what is left.'
        : 'Reload the page.',
  },
  engineHostSilent: {
    what: ({ host }) => `Couldn't load PostgreSQL: ${host} does not answer.`,
    remedy: 'Check the network, then try again.',
  },
  engineFileMissing: {
    what: ({ host, status, path }) => `Couldn't load PostgreSQL: ${host} answered ${status} for ${path}.`,
    remedy: 'Reload the page. If this keeps happening, the site has to be published again.',
  },
  engineFileWrong: {
    what: ({ host, path }) =>
      `The file ${path} that ${host} sends is not the one that belongs to this version of the page.`,
    remedy: 'What this browser stores is untouched. If trying again does not help, the site has to be published again.',
  },
  ownerTabClosed: { what: 'The tab that was storing this was closed.' },
  notBackup: { what: 'This file is not a backup that can be opened here.', remedy: 'Nothing was changed.' },
  workerClosed: { what: 'The database in this browser is closed.', remedy: 'Try again.' },
  workerTimedOut: { what: 'The database in this browser took too long and was restarted.', remedy: 'Try again.' },
  workerStopped: { what: 'Stopped.' },
})

/** What is wrong with what is stored. */
const faultWords = catalogue('storeFaults', {
  noRoom: 'there is no room left for it',
  notAllowed: 'the browser does not let the page read it',
  controlFile: 'the control file of PostgreSQL is missing or damaged',
  logOfChanges: 'the log of changes is missing or damaged',
  settingsFile: 'the settings of PostgreSQL are missing or damaged',
  missingFiles: 'files are missing',
  listOfFiles: 'the list of its files is missing or damaged',
  notKnown: 'it is damaged',
} satisfies Record<StoreFault, string>)

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

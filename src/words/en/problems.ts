import type { OwnProblems } from '../../protocol/problem.ts'
import { catalogue } from '../catalogue.ts'
import { bytesWords, countWords, recordsWords } from '../figures.ts'
import { plural } from '../plural.ts'
import { sentence, type ProblemSentences } from '../problemSentences.ts'

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
  policyForbids: {
    what: ({ host }) => `The site that this page comes from doesn't let it ask ${host}.`,
    remedy: 'Whoever publishes this page can allow it: Content-Security-Policy, connect-src http: https:.',
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
        ? `Open ${server} in a tab to see where it leads, and if you trust that address, enter it as the address of the portal.`
        : 'If you trust that address, enter it as the address of the portal.',
  },
  tokenUnsendable: {
    what: "The token or the name of its header contains a character that can't be sent.",
    remedy: 'Open Connection and paste the token again.',
  },
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

import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** What the log of requests says. */
export const requestsWords = catalogue('requests', {
  requests: 'Requests',
  kept: (count: number) =>
    `The last ${countWords(count)} requests of this page, kept until it closes. Tokens are not kept.`,
  clear: 'Clear',
  none: 'No requests since the list was cleared.',
  secondTry: 'second try',
  copyAsCurl: 'Copy as curl',
  copyThisAsCurl: (request: string, time: string) => `Copy as curl: ${request}, ${time}`,
  copied: 'Copied as a curl command.',
  copiedWithoutToken: 'Copied as a curl command. The token is not in it: set API_TOKEN.',
  notCopied: 'The browser does not let the page copy.',
  outcomes: {
    running: 'running',
    answered: 'answered',
    refused: 'refused',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  /** The outcome with the status of the answer. */
  outcomesWithStatus: {
    running: (status: number) => `${status} running`,
    answered: (status: number) => `${status} answered`,
    refused: (status: number) => `${status} refused`,
    /** The answer began to arrive, and then failed. */
    failed: (status: number) => `${status} interrupted`,
    cancelled: (status: number) => `${status} cancelled`,
  },
})

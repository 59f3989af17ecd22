import { catalogue } from '../catalogue.ts'

/** What the page says about its own PostgreSQL before it has opened, and if nothing is kept. */
export const thisBrowserWords = catalogue('thisBrowser', {
  starting: 'Starting PostgreSQL in this browser',
  loaded: (megabytes: string, total: string) => ` · ${megabytes} of ${total} MB`,
  opening: ' …',
  postgres: 'PostgreSQL',
  staysHere: 'The tables of this browser stay on this device. Next time they open without a network.',
  showReason: 'Show reason',
  tryAgain: 'Try again',
  startOver: 'Remove it and begin with the sample',
  storage: 'Storage',
  keptNowhere: 'This browser keeps nothing for the page, so tables made here last until the tab closes.',
  close: 'Close',
})

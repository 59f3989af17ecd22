import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** What the page says about its own PostgreSQL before it has opened, and if nothing is kept. */
export const thisBrowserWords = catalogue('thisBrowser', {
  starting: 'Starting PostgreSQL in this browser',
  loaded: (megabytes: string, total: string) => ` · ${megabytes} of ${total}\u{A0}MB`,
  secondsLeft: (seconds: number) => ` · ${countWords(seconds)}\u{A0}s\u{A0}left`,
  minutesLeft: (minutes: number) => ` · about\u{A0}${countWords(minutes)}\u{A0}min\u{A0}left`,
  opening: ' …',
  postgres: 'PostgreSQL',
  staysHere: 'The tables of this browser stay on this device. Next time they open without a network.',
  meanwhile: 'Meanwhile, here are the first records.',
  showReason: 'Show reason',
  tryAgain: 'Try again',
  storage: 'Storage',
  keptNowhere: 'This browser keeps nothing for the page, so tables made here last until the tab closes.',
  close: 'Close',
})

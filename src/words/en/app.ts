import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** The shell of the page: top bar, modes of a query, notes, and the page that has failed. */
export const appWords = catalogue('app', {
  heading: (instance: string) => `Rowan, ${instance}`,
  jumpTo: 'Jump to',
  share: 'Share',
  /** What Share opens. */
  sharing: {
    link: 'Link to this view',
    copyLink: 'Copy link',
    holds: 'It holds the table, the query and the chart, never the token.',
    embed: 'Embed it in a page',
    copyCode: 'Copy code',
    shows: 'Readers see it live, without a token and without a way to change anything.',
  },
  connect: 'Connect',
  settings: 'Settings',
  help: 'Help',
  rail: 'Tables and fields',
  showRail: 'Show tables and fields',
  hideRail: 'Hide tables and fields',
  tables: 'Tables',
  noInstance: 'No instance',
  chooseTable: 'Choose a table',
  /** Read aloud behind the name of the table, on the button that leads to the others. */
  changeTable: ': change table',

  firstVisit: 'Ways to begin',
  queryMode: 'Query mode',
  modes: { filter: 'Filter', sql: 'SQL' },
  noSql: {
    off: 'SQL is off on this server',
    refused: 'SQL on this server needs a token that may use it: ask whoever runs it for one',
  },
  refused: (reason: string) => `${reason}.`,
  recordIsKept: 'The record you are changing is kept under Filter.',
  records: 'records',
  requestLog: 'Request log',

  linkCopied: 'Link copied. It holds the query, not the token.',
  longLinkCopied: (length: number) =>
    `Link copied. It is ${countWords(length)} characters long, and many programs cut links that long: send it as a file.`,
  /** What of the link that led here could not be read. */
  link: {
    title: 'Link',
    damaged: 'This link is damaged: it was cut off or changed on its way. Ask for it again.',
    unread: (parts: readonly string[]) =>
      `This page couldn’t read a part of this link and left it out, so more may be shown than was meant: ${parts.join(', ')}`,
    close: 'Close',
  },
  linkNotCopied: 'The browser does not let the page copy. The link is in the address bar.',
  badLink: (address: string) => `The address in the link is not the address of a service: ${address}.`,
  emptyLink: 'The address of the service in the link is empty.',

  network: 'Network',
  offline: 'This device is offline. What has been loaded stays. The rest comes once it is connected.',
  online: 'This device is online again.',
  gone: (instance: string) => `No answer from ${instance}.`,
  /** For screen readers, in the place of the seconds that count down. */
  triesAgain: 'The page tries again by itself.',
  tryingIn: (seconds: number) => `Trying again in ${countWords(seconds)} s.`,
  trying: 'Trying again …',
  tryNow: 'Try now',

  /** A part of the program that can't be loaded. */
  program: {
    title: 'Program',
    newVersion: 'A new version is here.',
    hostSilent: 'A part of this page could not be loaded: its host does not answer.',
    mended: 'A part of this page arrived damaged and has been fetched again.',
    wrongFile: (file: string) =>
      `A part of this page could not be loaded: the ${file} that this site sends is not the one that belongs to this version.`,
    tryAgain: 'Try again',
    notNow: 'Not now',
  },

  failed: {
    title: 'This page has failed and can’t be drawn.',
    advice:
      'No data is lost: it is on the server. Reload the page. If it fails again, leave this view, or reset the settings: connections, tokens and drafts stay.',
    reload: 'Reload',
    leave: 'Leave this view',
    reset: 'Reset the settings',
  },
})

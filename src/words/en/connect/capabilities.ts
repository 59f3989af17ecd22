import { catalogue } from '../../catalogue.ts'

/** What the card of an instance says: a term for each line, and the words for what is known. */
export const capabilityWords = catalogue('capabilities', {
  title: 'Capabilities',
  checkAgain: 'Check again',
  knownAfterTest: 'known after the last step',
  notReached: 'not reached',
  notTested: 'not tested yet',
  /** The server was not asked yet. */
  notAsked: '–',
  /** The server was asked, and does not say. */
  notTold: 'not stated',

  terms: {
    service: 'Version',
    rowCap: 'Row cap',
    sql: 'SQL',
    rangeFilters: 'Range filters',
    totals: 'Totals',
    paging: 'Keyset paging',
    tables: 'Tables',
    writes: 'Writing',
  },
  sql: { on: 'on', off: 'off', refused: 'needs permission' },
  rangeFilters: { yes: 'on', no: 'equality only' },
  totals: { exact: 'exact', estimated: 'estimated', absent: 'not given' },
  paging: { byId: 'by _id', bySql: 'by SQL', byOffset: 'by offset' },
  notListed: 'not listed',
  moreThan: (count: string) => `more than ${count}`,
  writes: {
    yes: 'on',
    refused: 'token not accepted',
    noToken: 'needs a token',
    noRight: 'not with this token',
    byTable: 'by right per table',
  },

  reachedToday: (time: string) => `Reached at ${time}`,
  reachedYesterday: (time: string) => `Reached yesterday at ${time}`,
  reachedAs: (reached: string, token: string) => `${reached}, ${token}`,
  token: {
    accepted: 'token accepted',
    signedIn: (user: string) => `signed in as ${user}`,
    refused: 'token not accepted',
    unknown: 'token not checked',
  },
})

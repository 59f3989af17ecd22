import { catalogue, type RichPart } from '../../catalogue.ts'

/** What the page always says of its instances: the picker, and how each one stands. */
export const connectWords = catalogue('connect', {
  instance: 'Instance',
  noInstance: 'No instance',
  editConnection: 'Edit connection',
  newConnection: 'New connection',
  allInstances: 'Instances',
  openConnection: 'Open connection',
  findOutWhy: 'Find out why',
  thisBrowser: 'This browser',
  inThisBrowser: 'in this browser',

  /** How an instance stands, for screen readers and tooltips. */
  standings: {
    full: 'SQL and filters',
    filters: 'filters only',
    answers: 'answers',
    refused: 'token not accepted, read as anonymous',
    no: 'not reached',
    waiting: 'connecting',
    unknown: 'not asked yet',
    here: 'in this browser',
  },

  tokenRefused: (instance: string): readonly RichPart[] => [
    { bold: 'The token was not accepted.' },
    ` Reading ${instance} as anonymous; private tables look missing, and writing is refused.`,
  ],
})

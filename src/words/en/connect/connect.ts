import { catalogue, type RichPart } from '../../catalogue.ts'

/** What the page always says of its instances: the picker, how each one stands, the first visit. */
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

  welcome: {
    title: 'Start with a service',
    about:
      'Rowan reads tables from any service that speaks the DataStore action API, such as a CKAN site: filter, sort and search them, or write SQL.',
    ownWorks: 'You can still set up a connection yourself.',
    connect: 'Connect to a service',
    connectAbout:
      'Enter the base URL of the site, and an API token if its tables are private. Rowan tests the connection.',
    pressKey: 'press',
  },

  unknownPlace: {
    title: 'This link leads to a service this page does not know',
    about: (baseUrl: string): readonly RichPart[] => [
      'It points to ',
      { bold: baseUrl },
      '. No request has been sent there yet.',
    ],
    review: 'Review the connection',
    reviewAbout: 'Save it to open what the link shows, or choose another instance to leave the link.',
  },
})

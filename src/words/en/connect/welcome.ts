import { catalogue, type RichPart } from '../../catalogue.ts'

/** The first visit where no instance is known, and a link to one that is not. */
export const welcomeWords = catalogue('welcome', {
  first: {
    title: 'Rowan reads the tables of open data portals',
    about: 'Search, filter, chart and query them here, or bring a file of your own. Nothing to install, no account.',
    hide: 'Hide this',
    ownWorks: 'You can still set up a connection yourself.',

    portal: 'Open a portal',
    portalAbout: 'Any site that runs CKAN with a DataStore. Paste the address of the site or of one of its pages.',
    connect: 'Connect',

    file: 'Open a file',
    fileAbout: 'CSV, Excel, JSON or Parquet: it becomes a table in this browser. Nothing leaves this device.',
    drop: 'Drop it anywhere on this page',
    chooseFile: 'Choose a file',
    fileToOpen: 'File to open',

    sample: 'Look around the sample',
    sampleAbout: 'Made-up data to try things on: the field programmes of a river agency that doesn’t exist.',
    server: (title: string) => `Look around ${title}`,
    serverAbout: 'Its first table is open below. Nothing is changed by looking.',
    explore: 'Explore it',
    picture: 'Records by year and stage',
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

import { catalogue, type RichPart } from '../../catalogue.ts'

/** The first visit where no instance is known, and a link to one that is not. */
export const welcomeWords = catalogue('welcome', {
  welcome: {
    title: 'Start with a service',
    about:
      'Rowan reads tables from any service that speaks the DataStore action API, such as a CKAN site: filter, sort and search them, or write SQL.',
    ownWorks: 'You can still set up a connection yourself.',
    connect: 'Connect to a service',
    connectAbout:
      'Enter the address of the site or of one of its pages. Rowan tests the connection and says what works there.',
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

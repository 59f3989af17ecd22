import { catalogue } from '../catalogue.ts'

/** What any change of what is stored says, whoever makes it. */
export const writeWords = catalogue('write', {
  unconfirmed: "The server's answer doesn't say whether the change was stored.",
  stopped: 'You stopped before the server answered.',
  found: {
    absent: 'The page has looked: nothing was stored.',
    notYet: 'It is not stored so far, but the server may still be working on it.',
    notSeen: "The page couldn't see whether it was stored.",
  },
  lookAgain: 'Look again',

  readOnly: (instance: string) => `This table comes from a file or a link, so ${instance} keeps it read-only.`,
  lostOnReload: 'Changes made here are lost when the server loads that file again.',
  why: {
    tokenMayNot: (instance: string) => `${instance} doesn't let this token change anything.`,
    noToken: (instance: string) =>
      `To change records on ${instance}, add an API token with write access to its connection.`,
  },
  changeAnyway: 'Change it anyway',
  loadAnyway: 'Load into it anyway',
  deleteAnyway: 'Delete it anyway',
})

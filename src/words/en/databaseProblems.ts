import type { DatabaseProblems, StoreFault } from '../../protocol/problem.ts'
import { catalogue } from '../catalogue.ts'
import { clause, type ProblemSentences } from '../problemSentences.ts'

/** What goes wrong with the page's own PostgreSQL, by code: with the first part of the page that has to do with it. */
export const databaseSentences = catalogue<ProblemSentences<DatabaseProblems>>('databaseProblems', {
  storeFull: {
    what: 'This device has no room left for the page.',
    remedy: 'Free some space, then try again.',
  },
  changeWithoutRoom: {
    what: 'This device has no room left for the page, so nothing was stored.',
    remedy: 'Free some space, then try again.',
  },
  storeHeldElsewhere: {
    what: 'Another tab is using the data that this browser stores for the page.',
    remedy: 'Close it, then try again.',
  },
  storeRemoved: {
    what: 'The browser has removed what it stored for this page, so nothing was stored.',
    remedy: 'The page has begun again with the sample: try again there.',
  },
  storeDamaged: {
    what: ({ fault }) => `The data that this browser stores for the page can't be opened: ${faultWords[fault]}.`,
    remedy:
      'Nothing has been removed. Save what can be saved to files first; then begin again with the sample. Other instances work as before.',
  },
  nothingSalvaged: {
    what: 'None of the tables can be read.',
    remedy: 'Save the stored files: somebody who knows PostgreSQL may still get something out of them.',
  },
  engineNotStarted: { what: ({ text }) => `PostgreSQL couldn't start: ${clause(text)}.` },
  engineForbidden: {
    what: ({ part }) =>
      part === 'theWorkers'
        ? "The site that this page comes from doesn't let it start workers, and PostgreSQL in this browser runs in one."
        : "The site that this page comes from doesn't let it run WebAssembly, and PostgreSQL in this browser is a WebAssembly program.",
    remedy: ({ part }) =>
      `Whoever publishes this page can allow it: Content-Security-Policy, ${part === 'theWorkers' ? "worker-src 'self'" : "script-src 'self' 'wasm-unsafe-eval'"}. Other instances work as before.`,
  },
  engineNotLoaded: { what: "Couldn't load PostgreSQL's program.", remedy: 'Reload the page.' },
  engineEnded: {
    what: ({ text }) =>
      text === null
        ? 'PostgreSQL in this browser stopped in the middle of a statement.'
        : `PostgreSQL in this browser stopped: ${clause(text)}.`,
    remedy: ({ text }) =>
      text === null
        ? 'If every table does this, what is stored is damaged: Settings, Save what can be read, saves what is left.'
        : 'Reload the page.',
  },
  engineHostSilent: {
    what: ({ host }) => `Couldn't load PostgreSQL: ${host} does not answer.`,
    remedy: 'Check the network, then try again.',
  },
  engineFileMissing: {
    what: ({ host, status, path }) => `Couldn't load PostgreSQL: ${host} answered ${status} for ${path}.`,
    remedy: 'Reload the page. If this keeps happening, the site has to be published again.',
  },
  engineFileWrong: {
    what: ({ host, path }) =>
      `The file ${path} that ${host} sends is not the one that belongs to this version of the page.`,
    remedy: 'What this browser stores is untouched. If trying again does not help, the site has to be published again.',
  },
  ownerTabClosed: { what: 'The tab that was storing this was closed.' },
  notBackup: { what: 'This file is not a backup that can be opened here.', remedy: 'Nothing was changed.' },
  backupWithoutTables: {
    what: 'This file is a database without a table of Rowan.',
    remedy: 'Nothing was changed. Choose a file that Backup to a file has written.',
  },
  noRoomToKeep: {
    what: 'This device has no room to keep the tables of now beside those of the file.',
    remedy: 'Nothing was changed. Let go of tables that are kept, or free some space, then try again.',
  },
  workerClosed: { what: 'The database in this browser is closed.', remedy: 'Try again.' },
  workerTimedOut: { what: 'The database in this browser took too long and was restarted.', remedy: 'Try again.' },
  workerStopped: { what: 'Stopped.' },
})

/** What is wrong with what is stored. */
const faultWords = catalogue('storeFaults', {
  noRoom: 'there is no room left for it',
  notAllowed: 'the browser does not let the page read it',
  controlFile: 'the control file of PostgreSQL is missing or damaged',
  logOfChanges: 'the log of changes is missing or damaged',
  settingsFile: 'the settings of PostgreSQL are missing or damaged',
  missingFiles: 'files are missing',
  listOfFiles: 'the list of its files is missing or damaged',
  notKnown: 'it is damaged',
} satisfies Record<StoreFault, string>)

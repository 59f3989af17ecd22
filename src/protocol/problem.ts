import type { StatementFaults } from './statementFault.ts'

/**
 * What can go wrong before there is an answer, by code, with the parameters its sentences need. The sentences are in
 * `words/en/problems.ts`, which does not compile while one is missing. Fixed values of parameters are several words run
 * together: the pseudo-language takes texts among the parameters for data and would spare a plain word everywhere.
 */
export interface OwnProblems {
  /** An error that this program didn't make, in its own words: the browser's, a library's, the engine's. */
  readonly foreign: { readonly text: string }

  // No answer arrived that the page may read.
  readonly noAnswerInTime: { readonly host: string; readonly seconds: number | null }
  readonly answerStalled: { readonly host: string; readonly bytes: number; readonly seconds: number | null }
  readonly answerBrokeOff: { readonly host: string; readonly bytes: number }
  readonly answerTooLarge: { readonly maxBytes: number }
  readonly deviceOffline: None
  readonly insecureAddress: { readonly host: string }
  /** The site that the page comes from forbids it to ask that host (Content-Security-Policy). */
  readonly policyForbids: { readonly host: string }
  readonly ownServerSilent: { readonly host: string }
  readonly hostUnreachable: {
    readonly host: string
    /** The page's own origin, which CORS has to allow. */
    readonly origin: string
    readonly near: 'notNear' | 'onThisDevice' | 'onLocalNetwork'
    readonly isPlainHttp: boolean
    /** False if no token was sent, so that one may be missing. */
    readonly hasToken?: boolean
  }
  /** The page has read other answers of this server. */
  readonly answerUnreadable: { readonly host: string }
  /** `elsewhere` is null if the browser keeps it from the page. */
  readonly redirectedElsewhere: { readonly server: string; readonly elsewhere: string | null }
  readonly tokenUnsendable: None
}

/** What can go wrong with the page's own PostgreSQL, and with workers. The sentences are in `words/en/databaseProblems.ts`. */
export interface DatabaseProblems {
  readonly storeFull: None
  readonly changeWithoutRoom: None
  readonly storeHeldElsewhere: None
  /** The browser has removed what was stored while it was open, as for a person who clears the site's data. */
  readonly storeRemoved: None
  /** `told`: what PostgreSQL itself said of it; null if that tells nothing. */
  readonly storeDamaged: { readonly fault: StoreFault; readonly told: string | null }
  /** Of a damaged store. */
  readonly nothingSalvaged: None
  readonly engineNotStarted: { readonly text: string }
  readonly engineNotLoaded: None
  /** The site that the page comes from forbids what PostgreSQL runs in (Content-Security-Policy). */
  readonly engineForbidden: { readonly part: 'theWorkers' | 'theWebAssembly' }
  readonly engineEnded: { readonly text: string | null }
  readonly engineHostSilent: { readonly host: string }
  readonly engineFileMissing: { readonly host: string; readonly status: number; readonly path: string }
  /** It isn't the file that belongs to the program. */
  readonly engineFileWrong: { readonly host: string; readonly path: string }
  readonly ownerTabClosed: None
  readonly notBackup: None
  readonly backupWithoutTables: None
  /** What is there can't be kept beside what is to take its place. */
  readonly noRoomToKeep: None
  readonly workerClosed: None
  readonly workerTimedOut: None
  readonly workerStopped: None
}

/** What is wrong with an answer, a whole result or a file. The sentences are in `words/en/answerProblems.ts`. */
export interface AnswerProblems {
  // An answer arrived, but not one of the API.
  readonly requestTooLong: { readonly status: number }
  readonly tooManyRequests: { readonly retryAfter: number | null }
  readonly serverUnavailable: { readonly status: number; readonly retryAfter: number | null }
  readonly proxyTimedOut: None
  readonly notLetIn: { readonly status: number }
  readonly answerBroken: { readonly fault: JsonFault }
  readonly plainTextAnswer: { readonly status: number; readonly text: string }
  readonly notAnAnswer: { readonly status: number; readonly body: 'isEmpty' | 'isWebPage' | 'isOther' }
  readonly noReasonGiven: { readonly status: number }
  readonly recordsMissing: None
  /** The list of records holds something else: `found` is what JSON calls it. */
  readonly notRecords: { readonly found: string }
  /** `most`: how many fields the page reads. */
  readonly tooManyFields: { readonly most: number }
  /** All records came, whatever the filters say. */
  readonly filtersIgnored: None
  readonly fieldWithoutId: None
  readonly notJson: { readonly fault: JsonFault }

  // A result that can't be read to its end.
  readonly pagesRepeat: None
  readonly pagesRefused: None
  readonly pagesUnordered: None
  readonly pagesOverlap: None
  readonly totalNotReached: { readonly total: number; readonly given: number }
  readonly endNotShown: { readonly given: number }
  readonly tableChanged: { readonly before: number; readonly after: number }
  readonly tableFieldsChanged: None
  readonly answerFieldsChanged: None
  /** Pages of the answer would not fit together: `name` in the statement may do something else in each request. */
  readonly pagesDiffer: {
    readonly cause:
      | 'changes'
      | 'clock'
      | 'sequence'
      | 'rounding'
      | 'place'
      | 'ties'
      | 'sample'
      | 'locks'
      | 'unknownFunction'
      | 'unknownForm'
      | 'notSelect'
    readonly name: string
  }
  readonly dayChanged: None
  /** In a search for words, the server sends its score in place of the column's values. */
  readonly rankNotSent: None
  readonly rowsNotCounted: None

  // A table made from a file.
  readonly fileEmpty: None
  readonly quoteNeverClosed: { readonly line: number; readonly column: number }
  readonly manyRowsRefused: { readonly count: number }
  /** `record`: its number, or its line in JSON by lines. */
  readonly recordNotJson: { readonly record: number; readonly fault: JsonFault }
  readonly noRecordsInJson: None
  readonly oldWorkbook: None
  readonly lockedWorkbook: None
  readonly workbookUnreadable: { readonly text: string }
  readonly sheetsEmpty: None
  readonly parquetUnreadable: { readonly text: string }
  readonly archiveUnreadable: None
  readonly archiveWithoutTables: None
}

/** What a server's refusal means; `said` is in the server's own words. The sentences are in `words/en/refusals.ts`. */
export interface Refusals {
  readonly queryTooSlow: None
  readonly sqlIsOff: None
  readonly serverFailed: { readonly said: string; readonly remedy: string | null }
  readonly refusedPlainly: { readonly said: string; readonly hint: string | null }
  readonly queryRefused: { readonly said: string }
  readonly actionUnknown: { readonly said: string; readonly instance: string }
  readonly functionForbidden: { readonly name: string }
  readonly systemTablesForbidden: None
  readonly readForbidden: { readonly instance: string; readonly table: string | null; readonly hasToken: boolean }
  readonly writeForbidden: { readonly instance: string; readonly hasToken: boolean }
  /** `address` is the base URL, null where it goes without saying. */
  readonly tableNotFound: { readonly table: string; readonly instance: string; readonly address: string | null }
  readonly tableNotHere: { readonly table: string }
  readonly nothingFound: { readonly said: string }
  readonly placeNotFound: { readonly said: string; readonly instance: string }
  readonly writeRefused: { readonly said: string; readonly instance: string }
  /** `column` and `relation` come with their quotes. */
  readonly columnNotFound: { readonly column: string; readonly nearest: string | null }
  readonly relationNotFound: { readonly relation: string; readonly instance: string }
  readonly severalStatements: None
  /** It stands outside quotes: in them it is written another way. */
  readonly numberSignRefused: None
  readonly statementEndsEarly: None
  /** `verb` as it is written in SQL: DELETE. */
  readonly statementChanges: { readonly verb: string }
  /** A value that can't be converted or calculated with, as it seems: the server gives no reason. */
  readonly valueUnfit: { readonly status: number }
  readonly onlyReading: { readonly said: string }
}

/** What is wrong with the stored files of a database. */
export type StoreFault =
  | 'noRoom'
  | 'notAllowed'
  | 'controlFile'
  | 'logOfChanges'
  | 'settingsFile'
  | 'missingFiles'
  | 'listOfFiles'
  | 'notKnown'

export interface Problems extends OwnProblems, DatabaseProblems, AnswerProblems, Refusals, StatementFaults {}

export type ProblemCode = keyof Problems

/** One problem as plain data, which also passes between workers and tabs. */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  [Each in Code]: { readonly code: Each } & Problems[Each]
}[Code]

/** An error of this program. Its message is for logs; what a person reads is made from `problem`. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problemText(problem), options)
    this.problem = problem
  }
}

/** Text that can't be read as what it should be. A `SyntaxError`, as `JSON.parse` throws. */
export class UnreadableError extends SyntaxError {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problemText(problem))
    this.problem = problem
  }
}

/** The problem in anything that was thrown. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError || thrown instanceof UnreadableError) return thrown.problem
  return { code: 'foreign', text: thrown instanceof Error ? thrown.message : String(thrown) }
}

/** A problem for logs: its code and parameters, or the foreign error's own words. */
export function problemText(problem: Problem): string {
  if (problem.code === 'foreign') return problem.text
  const { code, ...parameters } = problem
  return Object.keys(parameters).length === 0 ? code : `${code} ${JSON.stringify(parameters)}`
}

/** Where a text stops being JSON; `at` counts characters from 1. */
export type JsonFault =
  | { readonly kind: 'endsEarly' | 'wrongKind' | 'trailingComma'; readonly at: number }
  | { readonly kind: 'unexpectedCharacter'; readonly at: number; readonly character: string }
  | { readonly kind: 'nestedTooDeep'; readonly at: number; readonly deepest: number }

type None = object

import { catalogue } from '../../catalogue.ts'

/** The query in other words: buttons above the result, the menu of what can be copied, and what came of it. */
export const copyAsWords = catalogue('copyAs', {
  copyAs: 'Copy as',
  groups: {
    goOn: 'Go on with it',
    query: 'This query',
    code: 'A program that gets all of it',
    assistant: 'For an assistant',
    back: 'From elsewhere',
  },
  items: {
    viewAsSql: 'View as SQL',
    editAsFilter: 'Edit as filter',
    sql: 'SQL',
    json: 'JSON',
    curl: 'curl',
    pythonRequests: 'Python, requests',
    pythonCkanapi: 'Python, ckanapi',
    r: 'R, httr2',
    javascript: 'JavaScript, fetch',
    powershell: 'PowerShell',
    powerQuery: 'Excel, Power Query',
    context: 'Context',
    paste: 'Paste a query …',
  },
  /** Beside an item. */
  asides: {
    context: 'fields, dictionary, dialect; nothing is sent',
    paste: 'SQL, JSON or a link',
  },
  action: (action: string) => `for ${action}`,
  tokenLeftOut: (variable: string) => `Your token is not in it: programs read ${variable}.`,
  noWay: 'This server cannot carry the query out, so there is nothing to send.',
  noAddress: 'This browser has no address that a program could ask.',
  noFields: 'The fields of this table are not known.',
  copied: (what: string) => `Copied: ${what}.`,
  copiedOnce: (what: string) =>
    `Copied: ${what}. It asks once: this statement may give other rows each time, so pages would not fit together.`,
  misfit: (why: string) => `This does not fit the form: ${why}.`,
  pasting: {
    title: 'Paste a query',
    label: 'JSON of datastore_search, SQL, or a link of Rowan',
    open: 'Open',
    openInSql: 'Open in SQL',
    isLost: 'The text that you entered will be lost.',
  },
  notCopied: 'The browser does not let the page copy.',
  /** LIMIT as the statement has it. */
  viewLimited: (count: number) => `LIMIT ${count} was added at the end, as a statement brings all its rows at once.`,
})

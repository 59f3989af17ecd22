import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

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
  misfit: (why: string) => `This does not fit the form: ${why}.`,
  pasting: {
    title: 'Paste a query',
    label: 'JSON of datastore_search, SQL, or a link of Rowan',
    open: 'Open',
    openInSql: 'Open in SQL',
  },
  notCopied: 'The browser does not let the page copy.',
  viewLimited: (count: number) => `The statement begins with LIMIT ${countWords(count)}, as the table is long.`,
})

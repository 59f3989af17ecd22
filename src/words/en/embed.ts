import { catalogue } from '../catalogue.ts'

/** A view that is shown in another page. */
export const embedWords = catalogue('embed', {
  /** What is said when its code has been copied. */
  copied: 'Code copied. It shows this view in a page, without a token and without a way to change anything.',
  notCopied: 'The browser does not let the page copy.',
  loading: 'Loading …',
  open: 'Open in Rowan',
  /** Read aloud behind it. */
  newTab: ', in a new tab',
  records: 'Records',
  allRecords: 'all records',
  sentence: (table: string, parts: readonly string[]) => `${table}: ${parts.join(', ')}`,
  statement: 'By SQL',
  unknown: (address: string) =>
    `This view is of ${address}, which this page is not set up to show here. Open it in Rowan to look at it.`,
  thisBrowser: 'This view is of tables in the browser of the person who made it. Nobody else has them.',
  nothing: 'This link names no table.',
  tryAgain: 'Try again',
})

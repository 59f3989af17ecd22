import { catalogue } from '../catalogue.ts'

/** What the common controls say. */
export const uiWords = catalogue('ui', {
  close: 'Close',
  clear: 'Clear',
  notice: 'Notice',
  closeNotice: 'Close the notice',
  null: 'null',
  showServerText: 'Show server text',
  partFailed: 'This part of the page has failed and can’t be drawn.',
  restWorks: 'The rest of the page works.',
  drawAgain: 'Try again',
  showDetails: 'Show details',
})

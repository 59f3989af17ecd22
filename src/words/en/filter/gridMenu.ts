import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** The menus of cells and headers. */
export const gridMenuWords = catalogue('gridMenu', {
  cells: 'Cells',
  null: 'null',
  emptyText: 'empty text',
  only: (value: string) => `Only ${value}`,
  include: (value: string) => `Include ${value}`,
  exclude: (value: string) => `Exclude ${value}`,
  /** A number and what is larger, or smaller. */
  atLeast: (value: string) => `${value} or more`,
  atMost: (value: string) => `${value} or less`,
  /** A day or a time and what is later, or earlier. */
  since: (value: string) => `${value} or later`,
  until: (value: string) => `${value} or earlier`,
  copy: 'Copy value',
  copyCells: (cells: number) => `Copy ${countWords(cells)} cells`,
  copied: 'Copied.',
  notCopied: 'The browser does not let the page copy.',
  copyAs: 'Copy as…',
  openRecord: 'Open the record',
  openLink: 'Open the link in a new tab',
  sortBy: (order: string) => `Sort ${order}`,
  addToSort: 'Add to the sort',
  nullsFirst: 'Nulls first',
  filter: 'Filter by this column',
  onlyNull: 'Only records with null',
  withoutNull: 'Only records without null',
  summarise: 'Summarise by this',
  hide: 'Hide this column',
  pinLeft: 'Pin to the left',
  pinRight: 'Pin to the right',
  unpin: 'Unpin',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  atEnd: 'It is at the end of its group.',
  fit: 'Fit to its values',
  showAs: 'Show as…',
  copyName: 'Copy the name',
  profile: 'Column profile',
  /** Why something can't be chosen. */
  isSo: 'These are already the records shown.',
  unsaid: 'This server can’t be asked for this by filters, and its SQL is off.',
  notCompared: 'Filters can’t compare this value: it is JSON, or very long.',
  noSort: 'This server does not sort.',
})

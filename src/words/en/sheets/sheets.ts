import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** The tabs of the page: each is one open question. */
export const sheetsWords = catalogue('sheets', {
  tabs: 'Tabs',
  /** Read after the name of a tab. */
  keys: 'Enter shows the tab, Delete closes it, F2 renames it, Shift F10 opens its menu.',
  open: 'New tab',
  close: 'Close tab',
  /** The button on a phone; the number of tabs stands in it. */
  count: (count: number) => plural(count, { one: '1 tab', other: `${countWords(count)} tabs` }),
  name: 'Name of the tab',

  /** Read after the title of a tab. */
  at: (title: string, instance: string) => `${title}, ${instance}`,
  edited: (title: string) => `${title}, edits not run`,

  menu: (title: string) => `Menu of ${title}`,
  items: {
    rename: 'Rename',
    duplicate: 'Duplicate',
    moveLeft: 'Move left',
    moveRight: 'Move right',
    close: 'Close',
    closeOthers: 'Close the others',
    reopen: 'Reopen closed tab',
  },
  refusals: {
    isFirst: 'This tab is the first',
    isLast: 'This tab is the last',
    isOnly: 'This is the only tab',
    noneClosed: 'No tab has been closed',
  },

  closed: (title: string) => `Closed ${title}.`,
  closedSeveral: (count: number) => plural(count, { one: 'Closed 1 tab.', other: `Closed ${countWords(count)} tabs.` }),
  undo: 'Undo',
  notice: 'Closed tabs',

  /** Titles of tabs that nobody has named. */
  newQuery: 'New query',
  query: 'Query',
  queryOn: (tables: readonly string[]) => `Query on ${tables.join(', ')}`,
  table: 'Table',
})

import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** Jump to: tables, fields, queries and commands in one list. */
export const jumpWords = catalogue('jump', {
  title: 'Jump to',
  /** The button that closes the list, on which the key is written. */
  close: (key: string) => `${key}: close`,
  find: 'Find a table, field, query or command',
  found: 'Found',
  sections: {
    tables: 'Tables',
    fields: 'Fields',
    kept: 'Kept queries',
    recent: 'Recent',
    commands: 'Commands',
  },
  some: (shown: number, all: number) => `${countWords(shown)} of ${countWords(all)}`,
  all: (count: number) => countWords(count),
  records: (count: number) => plural(count, { one: '1 record', other: `${countWords(count)} records` }),
  /** Read aloud as the list changes. */
  status: (count: number) => plural(count, { one: '1 found', other: `${countWords(count)} found` }),
  none: (text: string) => `Nothing here is called ${text}.`,
  noneEmpty: 'Nothing to jump to.',
  move: 'move',
  open: 'open',
  openElsewhere: 'in a new tab',
  fieldsOnly: 'fields only',
  commandsOnly: 'commands only',
  now: 'now',
  minutes: (count: number) => `${countWords(count)} min ago`,
  hours: (count: number) => `${countWords(count)} h ago`,
  yesterday: 'yesterday',
  days: (count: number) => `${countWords(count)} days ago`,
})

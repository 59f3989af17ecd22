import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** What the grid says. */
export const gridWords = catalogue('grid', {
  rowNumbers: 'Row',
  /** `share`: `19% null`. */
  column: (name: string, type: string, share = '') => `${name}, ${type}${share && `, ${share}`}`,
  columnTitle: (name: string, label: string) => `${name}, ${label}`,
  columnMenu: (name: string) => `Column menu for ${name}`,
  showWhole: 'Show the whole value',
  value: {
    title: (column: string, row: number) => `Value of ${column}, row ${row}`,
    copy: 'Copy',
    copied: 'Copied.',
    copyRefused: 'The browser does not let this page copy. The text is selected: press Ctrl C.',
    openRecord: 'Open record',
    size: (characters: number) =>
      `${countWords(characters)} ${plural(characters, { one: 'character', other: 'characters' })}`,
    cut: (characters: number) =>
      `The first ${countWords(characters)} characters are shown. Copy takes the whole value.`,
    null: '∅ null',
    empty: 'empty text',
  },
})

import { jumpWords } from '../../words/en/jump.ts'
import { SHORTCUTS, type PageShortcut } from '../shortcuts/shortcuts.ts'

type Why = keyof typeof jumpWords.whyNot

/** Why a command can't be given now, as nobody who could do it has bound it. */
export function whyNot(id: PageShortcut): string {
  return jumpWords.whyNot[REASONS[id] ?? (SHORTCUTS[id].at === 'sql' ? 'inSql' : 'notNow')]
}

/** Other words by which a command is found. */
export function synonymsOf(id: PageShortcut): string {
  const synonyms: { readonly [Id in PageShortcut]?: string } = jumpWords.synonyms
  return synonyms[id] ?? ''
}

const REASONS: { readonly [Id in PageShortcut]?: Why } = {
  undo: 'undo',
  redo: 'redo',
  closeTab: 'onlyTab',
  nextTab: 'onlyTab',
  previousTab: 'onlyTab',
  reopenTab: 'noneClosed',
  toFilter: 'filterShown',
  toSql: 'noSql',
  stopWaiting: 'notWaiting',
  keepQuery: 'nothingToKeep',
  newTable: 'mayNotWrite',
  addRecords: 'mayNotWrite',
  copyEmbed: 'noEmbed',
  copyHere: 'isHere',
  clearAll: 'inFilter',
  searchRecords: 'inFilter',
  addFilter: 'inFilter',
  summarise: 'inFilter',
  chooseColumns: 'inRecords',
  filterByValue: 'inRecords',
  excludeValue: 'inRecords',
  hideColumn: 'inRecords',
  columnProfile: 'inRecords',
  brushColumn: 'inRecords',
  toggleDistributions: 'inRecords',
}

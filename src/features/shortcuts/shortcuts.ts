/** Where a key acts: this is also how the list of shortcuts is grouped. */
export type ShortcutPlace = 'page' | 'query' | 'cell' | 'header' | 'record' | 'sql'

export interface Shortcut {
  /** Each is what `chordOf` calls a key press, or `Arrows` for the four of them. None: a command that only Jump to lists. */
  readonly keys: readonly string[]
  readonly at: ShortcutPlace
  /** The keys are pressed one after the other; else each of them does it. */
  readonly inTurn?: true
  /** Acts in open popovers and menus too. */
  readonly inPopovers?: true
  /** The part of the page that has the focus handles it; here it is only listed. */
  readonly ownedByPart?: true
}

/**
 * All keyboard shortcuts. From this table the page binds them (`useShortcuts`) and makes the list under `?`, which also
 * wants a sentence in `src/words/en/shortcuts.ts`. `Mod` is Ctrl, on a Mac Cmd.
 */
export const SHORTCUTS = {
  jumpTo: { keys: ['Mod+K'], at: 'page', inPopovers: true },
  listShortcuts: { keys: ['?'], at: 'page' },
  newConnection: { keys: ['C'], at: 'page', inPopovers: true },
  openHelp: { keys: [], at: 'page' },
  lightOrDark: { keys: [], at: 'page' },
  listInstances: { keys: [], at: 'page' },
  openSettings: { keys: [], at: 'page' },
  showRequests: { keys: [], at: 'page' },
  newTable: { keys: [], at: 'page' },
  addRecords: { keys: [], at: 'page' },
  share: { keys: [], at: 'page' },
  copyEmbed: { keys: [], at: 'page' },
  copyHere: { keys: [], at: 'page' },
  newTab: { keys: ['T'], at: 'page' },
  closeTab: { keys: ['W'], at: 'page' },
  reopenTab: { keys: ['Shift+T'], at: 'page' },
  nextTab: { keys: ['Alt+PageDown'], at: 'page' },
  previousTab: { keys: ['Alt+PageUp'], at: 'page' },
  toFilter: { keys: [], at: 'query' },
  toSql: { keys: [], at: 'query' },
  runQuery: { keys: ['Mod+Enter'], at: 'query' },
  stopWaiting: { keys: ['Escape'], at: 'query' },
  undo: { keys: ['Mod+Z'], at: 'query' },
  redo: { keys: ['Mod+Shift+Z', 'Mod+Y'], at: 'query' },
  clearAll: { keys: [], at: 'query' },
  searchRecords: { keys: ['/'], at: 'query' },
  addFilter: { keys: ['F'], at: 'query' },
  summarise: { keys: ['S'], at: 'query' },
  chart: { keys: [], at: 'query' },
  chooseColumns: { keys: [], at: 'query' },
  keepQuery: { keys: [], at: 'query' },
  listKept: { keys: [], at: 'query' },
  exportRecords: { keys: [], at: 'query' },
  removeFilter: { keys: ['Backspace', 'Delete'], at: 'query', ownedByPart: true },
  filterByValue: { keys: ['Shift+F'], at: 'cell' },
  excludeValue: { keys: ['Shift+X'], at: 'cell' },
  hideColumn: { keys: ['H'], at: 'cell' },
  columnProfile: { keys: ['P'], at: 'cell' },
  brushColumn: { keys: ['B'], at: 'cell' },
  toggleDistributions: { keys: [], at: 'query' },
  goToRow: { keys: ['G'], at: 'cell' },
  findInCells: { keys: ['Mod+F'], at: 'cell', ownedByPart: true },
  nextMatch: { keys: ['F3', 'Shift+F3'], at: 'cell', ownedByPart: true },
  extendSelection: { keys: ['Shift+Arrows', 'Mod+Shift+Arrows'], at: 'cell', ownedByPart: true },
  extendFurther: { keys: ['Shift+Home', 'Shift+End', 'Shift+PageUp', 'Shift+PageDown'], at: 'cell', ownedByPart: true },
  extendToCorner: { keys: ['Mod+Shift+Home', 'Mod+Shift+End'], at: 'cell', ownedByPart: true },
  selectRow: { keys: ['Space', 'Shift+Space'], at: 'cell', ownedByPart: true },
  selectColumn: { keys: ['Ctrl+Shift+Space'], at: 'cell', ownedByPart: true },
  selectAll: { keys: ['Mod+A'], at: 'cell', ownedByPart: true },
  copyCells: { keys: ['Mod+C'], at: 'cell', ownedByPart: true },
  cellMenu: { keys: ['Shift+F10'], at: 'cell', ownedByPart: true },
  moveCell: { keys: ['Arrows'], at: 'cell', ownedByPart: true },
  moveInRow: { keys: ['Home', 'End'], at: 'cell', ownedByPart: true },
  moveToCorner: { keys: ['Mod+Home', 'Mod+End'], at: 'cell', ownedByPart: true },
  moveByScreen: { keys: ['PageUp', 'PageDown'], at: 'cell', ownedByPart: true },
  openValue: { keys: ['Enter'], at: 'cell', ownedByPart: true },
  openRecord: { keys: ['Shift+Enter'], at: 'cell', ownedByPart: true },
  sort: { keys: ['Enter'], at: 'header', ownedByPart: true },
  addSort: { keys: ['Shift+Enter'], at: 'header', ownedByPart: true },
  columnMenu: { keys: ['Alt+ArrowDown'], at: 'header', ownedByPart: true },
  moveColumnLeft: { keys: ['Mod+Shift+ArrowLeft'], at: 'header', ownedByPart: true },
  moveColumnRight: { keys: ['Mod+Shift+ArrowRight'], at: 'header', ownedByPart: true },
  resizeColumn: { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], at: 'header', ownedByPart: true },
  nextRecord: { keys: ['J'], at: 'record', ownedByPart: true },
  previousRecord: { keys: ['K'], at: 'record', ownedByPart: true },
  runAllStatements: { keys: ['Mod+Shift+Enter'], at: 'sql' },
  runToHere: { keys: ['Mod+Alt+Enter'], at: 'sql', ownedByPart: true },
  fillPane: { keys: ['F4'], at: 'sql' },
  turnPanes: { keys: ['Shift+F4'], at: 'sql' },
  suggest: { keys: ['Ctrl+Space'], at: 'sql', ownedByPart: true },
  formatText: { keys: ['Shift+Alt+F'], at: 'sql', ownedByPart: true },
  renameHere: { keys: ['F2'], at: 'sql', ownedByPart: true },
  goToDefinition: { keys: ['F12'], at: 'sql', ownedByPart: true },
  changeStatement: { keys: ['Mod+.'], at: 'sql', ownedByPart: true },
  toggleComment: { keys: ['Mod+/'], at: 'sql', ownedByPart: true },
  findText: { keys: ['Mod+F'], at: 'sql', ownedByPart: true },
  replaceText: { keys: ['Mod+Alt+F'], at: 'sql', ownedByPart: true },
  addCursor: { keys: ['Mod+Alt+ArrowUp', 'Mod+Alt+ArrowDown'], at: 'sql', ownedByPart: true },
  selectNext: { keys: ['Mod+D'], at: 'sql', ownedByPart: true },
  leaveEditor: { keys: ['Escape', 'Tab'], at: 'sql', inTurn: true, ownedByPart: true },
} as const satisfies Readonly<Record<string, Shortcut>>

export type ShortcutId = keyof typeof SHORTCUTS

/** A shortcut that the page binds. */
export type PageShortcut = {
  [Id in ShortcutId]: (typeof SHORTCUTS)[Id] extends { readonly ownedByPart: true } ? never : Id
}[ShortcutId]

import { ArrowLeft, ArrowRight, Copy, PenLine, RotateCcw, X } from 'lucide-react'
import type { MenuItem } from '../../ui/floating/Menu.tsx'
import { sheetsWords } from '../../words/en/sheets/sheets.ts'
import { keyCap } from '../shortcuts/keyNames.ts'
import type { SheetActions, SheetTab } from './useSheetTabs.ts'

export interface TabMenuOptions {
  readonly tabs: readonly SheetTab[]
  readonly tab: SheetTab
  /** How many closed ones can be reopened. */
  readonly closed: number
  readonly actions: SheetActions
  readonly onRename: () => void
}

/** What can be done with one tab. */
export function tabMenu({ tabs, tab, closed, actions, onRename }: TabMenuOptions): readonly (readonly MenuItem[])[] {
  const { items, refusals } = sheetsWords
  const at = tabs.indexOf(tab)
  const before = tabs[at - 1]
  const after = tabs[at + 1]
  const isOnly = tabs.length === 1 ? refusals.isOnly : undefined
  return [
    [
      { id: 'rename', title: items.rename, icon: PenLine, keys: 'F2', onChoose: onRename },
      { id: 'duplicate', title: items.duplicate, icon: Copy, onChoose: () => actions.duplicate(tab.sheet) },
    ],
    [
      {
        id: 'moveLeft',
        title: items.moveLeft,
        icon: ArrowLeft,
        refusal: before === undefined ? refusals.isFirst : undefined,
        onChoose: () => before && actions.move(tab.sheet, before.sheet, false),
      },
      {
        id: 'moveRight',
        title: items.moveRight,
        icon: ArrowRight,
        refusal: after === undefined ? refusals.isLast : undefined,
        onChoose: () => after && actions.move(tab.sheet, after.sheet, true),
      },
    ],
    [
      { id: 'close', title: items.close, icon: X, refusal: isOnly, onChoose: () => actions.close([tab]) },
      {
        id: 'closeOthers',
        title: items.closeOthers,
        refusal: isOnly,
        onChoose: () => {
          actions.show(tab.sheet)
          actions.close(tabs.filter((other) => other !== tab))
        },
      },
      {
        id: 'reopen',
        title: items.reopen,
        icon: RotateCcw,
        keys: keyCap('reopenTab'),
        refusal: closed === 0 ? refusals.noneClosed : undefined,
        onChoose: actions.reopen,
      },
    ],
  ]
}

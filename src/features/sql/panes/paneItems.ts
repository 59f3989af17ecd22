import { Columns2, PanelBottom, PanelTop, Rows2 } from 'lucide-react'
import type { MenuItem } from '../../../ui/floating/Menu.tsx'
import { paneWords } from '../../../words/en/sql/panes.ts'
import { settings } from '../../../workspace/settings.ts'
import { keyCap } from '../../shortcuts/keyNames.ts'

/** The ways in which editor and result share the room, for a menu; where it is narrow they can't stand beside each other. */
export function paneItems(isNarrow = false): readonly MenuItem[] {
  const side = settings.editorSide.get()
  const full = settings.fullPane.get()
  const items: readonly MenuItem[] = [
    {
      id: 'above',
      title: paneWords.above,
      icon: Rows2,
      checked: full === 'none' && (isNarrow || side === 'above'),
      keys: isNarrow || side === 'above' ? undefined : keyCap('turnPanes'),
      onChoose: () => split('above'),
    },
    {
      id: 'beside',
      title: paneWords.beside,
      icon: Columns2,
      checked: full === 'none' && side === 'beside',
      keys: side === 'beside' ? undefined : keyCap('turnPanes'),
      onChoose: () => split('beside'),
    },
    {
      id: 'editor',
      title: paneWords.editor,
      icon: PanelTop,
      checked: full === 'editor',
      keys: keyCap('fillPane'),
      onChoose: () => settings.fullPane.set('editor'),
    },
    {
      id: 'result',
      title: paneWords.result,
      icon: PanelBottom,
      checked: full === 'result',
      keys: keyCap('fillPane'),
      onChoose: () => settings.fullPane.set('result'),
    },
  ]
  return isNarrow ? items.filter(({ id }) => id !== 'beside') : items
}

function split(side: 'above' | 'beside'): void {
  settings.editorSide.set(side)
  settings.fullPane.set('none')
}

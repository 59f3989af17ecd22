import { ChevronDown } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import type { SqlEditorHandle } from '../../../editor/SqlEditor.tsx'
import { partAt } from '../../../sql/runToHere.ts'
import { statementsOf } from '../../../sql/statements.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../../ui/floating/Menu.tsx'
import { previewWords } from '../../../words/en/sql/preview.ts'
import { runWords } from '../../../words/en/sql/runs.ts'
import { settings } from '../../../workspace/settings.ts'
import { keyCap } from '../../shortcuts/keyNames.ts'
import { RunButton } from './RunButton.tsx'
import styles from './RunTools.module.css'
import type { Asking } from './useAsking.ts'

export interface RunToolsProps {
  readonly asking: Asking
  /** What is in the editor, also while that is still loading. */
  readonly text: () => string
  readonly editor: RefObject<SqlEditorHandle | null>
}

/** Run query, and beside it a menu of what else of the text can be run. */
export function RunTools({ asking, text, editor }: RunToolsProps) {
  const [items, setItems] = useState<readonly MenuItem[] | null>(null)
  const more = useRef<HTMLButtonElement>(null)
  return (
    <span className={styles.split}>
      <RunButton run={asking.waiting} onRun={() => asking.run('usual')} />
      <Button
        ref={more}
        variant="primary"
        icon={ChevronDown}
        iconOnly
        label={runWords.more}
        aria-haspopup="menu"
        aria-expanded={items !== null}
        onClick={() => setItems(items === null ? itemsOf(asking, text(), editor.current) : null)}
      />
      {items !== null && (
        <Menu label={runWords.more} groups={[items, [previewSwitch()]]} anchor={more} onClose={() => setItems(null)} />
      )}
    </span>
  )
}

/** Also where nothing is previewed: the switch is for all instances. */
function previewSwitch(): MenuItem {
  const isOn = settings.previews.get()
  return { id: 'previews', title: previewWords.setting, checked: isOn, onChoose: () => settings.previews.set(!isOn) }
}

function itemsOf(asking: Asking, text: string, editor: SqlEditorHandle | null): readonly MenuItem[] {
  const { start, end } = editor?.selection() ?? { start: 0, end: 0 }
  const isSelected = text.slice(start, end).trim() !== ''
  const part = partAt(text, end)
  return [
    {
      id: 'usual',
      title: isSelected ? runWords.selection : runWords.statement,
      keys: keyCap('runQuery'),
      onChoose: () => asking.run('usual'),
    },
    {
      id: 'all',
      title: runWords.all(statementsOf(text).length),
      keys: keyCap('runAllStatements'),
      onChoose: () => asking.run('all'),
    },
    {
      id: 'here',
      title: part === null ? runWords.here : runWords.hereOf(part.name || runWords.subquery),
      keys: keyCap('runToHere'),
      refusal: part === null ? runWords.noPart : undefined,
      onChoose: () => part !== null && asking.runPart(part),
    },
  ]
}

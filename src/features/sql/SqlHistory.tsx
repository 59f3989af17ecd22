import type { RefObject } from 'react'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { openRunInTab } from './history/openRunInTab.ts'
import { makeRoomForEditor } from './panes/usePanes.ts'
import type { SqlViewProps } from './sqlViewProps.ts'
import type { useStatement } from './useStatement.ts'

export interface SqlHistoryProps extends SqlViewProps {
  readonly statement: ReturnType<typeof useStatement>
  readonly editor: RefObject<SqlEditorHandle | null>
  /** It was open before the page was loaded. */
  readonly isRestored: boolean
  readonly onClose: () => void
}

/** What was run before, from which a text goes back into the editor or into a tab. */
export function SqlHistory(props: SqlHistoryProps) {
  const { instance, view, tableId, title, statement, editor, isRestored, onClose } = props
  return (
    <HistoryPanel
      instanceId={instance.id}
      written={() => editor.current?.text() ?? statement.text}
      onOpen={({ text, parameters }) => {
        makeRoomForEditor()
        statement.put(text, parameters)
        editor.current?.focus()
      }}
      onTab={(run) => openRunInTab(run, { instanceId: instance.id, view, table: tableId === null ? null : title })}
      isRestored={isRestored}
      onClose={onClose}
    />
  )
}

const HistoryPanel = laterComponent(() => import('./history/HistoryPanel.tsx').then((module) => module.HistoryPanel))

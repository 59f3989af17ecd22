import { Info } from 'lucide-react'
import type { RefObject } from 'react'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import { LONG_TEXT } from '../../sql/longText.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { Note } from '../../ui/notes/Note.tsx'
import { sqlWords } from '../../words/en/sql.ts'
import frame from '../result/SheetView.module.css'
import { LookElsewhere } from './across/LookElsewhere.tsx'
import type { Across } from './across/useAcross.ts'
import type { usePanes } from './panes/usePanes.ts'
import { ParametersBar } from './parameters/ParametersBar.tsx'
import type { SqlViewProps } from './sqlViewProps.ts'
import styles from './SqlView.module.css'
import { StatementPane } from './StatementPane.tsx'
import type { useSqlScreen } from './useSqlScreen.ts'

export interface SqlQuestionProps extends SqlViewProps {
  readonly across: Across
  readonly screen: ReturnType<typeof useSqlScreen>
  readonly editor: RefObject<SqlEditorHandle | null>
  readonly panes: ReturnType<typeof usePanes>
}

/** The editor, the values of its parameters above it, and below it what stands between the text and its run. */
export function SqlQuestion({ instance, client, view, tableId, across, screen, editor, panes }: SqlQuestionProps) {
  const { statement, asking, parameters, placed } = screen
  return (
    <div
      className={styles.question}
      data-pane="question"
      hidden={panes.full === 'result'}
      data-beside={panes.isBeside || undefined}
      data-full={panes.full === 'editor' || undefined}
      style={panes.isBeside ? { inlineSize: `${panes.share * 100}%` } : undefined}
    >
      {parameters.length > 0 && (
        <ParametersBar
          parameters={parameters}
          values={statement.values}
          onChange={statement.setValues}
          problems={asking.problems}
          onRun={() => asking.run('usual')}
        />
      )}
      <div
        className={styles.editor}
        style={panes.isSplit && !panes.isBeside ? { blockSize: `${panes.share * 100}%` } : undefined}
      >
        <StatementPane
          instanceId={instance.id}
          client={client}
          tableId={tableId}
          handle={editor}
          statement={statement}
          asking={asking}
          failed={screen.anyFailure}
          actions={
            <LookElsewhere
              key={view.sql}
              sql={view.sql}
              error={screen.anyFailure?.error ?? null}
              across={across}
              onFound={asking.runLink}
            />
          }
        />
      </div>
      <div className={styles.between}>
        {statement.text.length > LONG_TEXT && <Note icon={Info}>{sqlWords.longText}</Note>}
        {placed.kind === 'across' && (
          <AcrossPanel key={view.sql} plan={placed} across={across} isWaiting={asking.waiting !== null} />
        )}
        {asking.mayRun === 'ask' && <LinkQuestion instance={instance.title} onRun={asking.runLink} />}
      </div>
    </div>
  )
}

function LinkQuestion({ instance, onRun }: { readonly instance: string; readonly onRun: () => void }) {
  return (
    <div className={frame.notice}>
      <Alert
        tone="warning"
        title={sqlWords.fromLink}
        actions={
          <Button size="sm" onClick={onRun}>
            {sqlWords.runFromLink}
          </Button>
        }
      >
        {sqlWords.readFirst(instance)}
      </Alert>
    </div>
  )
}

const AcrossPanel = laterComponent(() => import('./across/AcrossPanel.tsx').then((module) => module.AcrossPanel))

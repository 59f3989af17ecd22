import { useCallback, useMemo, type ReactNode, type RefObject } from 'react'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { FindOutWhy } from '../connect/FindOutWhy.tsx'
import { ErrorZone } from './errors/ErrorZone.tsx'
import type { ShownFailure } from './errors/useStatementFailure.ts'
import type { Asking } from './runs/useAsking.ts'
import { StatementEditor } from './editor/StatementEditor.tsx'
import type { useStatement } from './useStatement.ts'

export interface StatementPaneProps {
  readonly instanceId: string
  readonly client: ActionClient
  readonly tableId: string | null
  readonly handle: RefObject<SqlEditorHandle | null>
  readonly statement: ReturnType<typeof useStatement>
  readonly asking: Asking
  /** Why a statement of the last run failed; null if none did. */
  readonly failed: ShownFailure | null
  /** What else can be done about that. */
  readonly actions: ReactNode
}

/** The editor with what is wrong at the line that is to blame, or below all lines if none is. */
export function StatementPane({ tableId, statement, failed, actions, ...shared }: StatementPaneProps) {
  const { handle } = shared
  const message = failed?.failure.what ?? null
  const [start, end] = [failed?.range?.start, failed?.range?.end]
  const error = useMemo(() => {
    if (message === null) return null
    return { message, range: start === undefined || end === undefined ? null : { start, end } }
  }, [message, start, end])
  const { text } = statement
  const line = useMemo(() => (start === undefined ? null : text.slice(0, start).split('\n').length), [text, start])
  const fix = failed?.fix ?? null
  const edits = fix?.edits
  const takeFix = useCallback(() => {
    if (edits !== undefined) handle.current?.edit(edits)
  }, [edits, handle])
  const problem = (isInText: boolean) =>
    failed && (
      <ErrorZone
        failure={failed.failure}
        line={line}
        fix={fix?.label ?? null}
        onFix={takeFix}
        isInText={isInText}
        actions={
          <>
            <FindOutWhy error={failed.error} resource={tableId} />
            {actions}
          </>
        }
      />
    )
  return (
    <StatementEditor
      {...shared}
      tableId={tableId}
      text={text}
      onChange={statement.write}
      error={error}
      problem={failed === null ? null : problem}
      isPast={failed?.isPast ?? false}
      onFix={fix === null ? null : takeFix}
    />
  )
}

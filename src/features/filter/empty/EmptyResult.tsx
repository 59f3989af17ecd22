import { HardDriveDownload } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Where } from '../../../query/query.ts'
import { sentWords } from '../../../query/words.ts'
import { activeParts, activeWhere, allParts } from '../../../query/where.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { Button } from '../../../ui/Button.tsx'
import { emptyWords } from '../../../words/en/filter/empty.ts'
import { askToCopy, type CopyRequest } from '../../copy/askToCopy.ts'
import styles from './EmptyResult.module.css'
import { WholeWords, type QueryOf } from './WholeWords.tsx'
import { noMatchSentence, whereSentence } from '../sentence.ts'
import { withoutConditions, withPartRemoved } from '../../../workspace/edits/viewEdits.ts'

export type EmptyResultProps =
  | { readonly kind: 'noTables' | 'noTable'; readonly instance: string }
  | { readonly kind: 'noMatch'; readonly view: View; readonly total: number | null; readonly of: QueryOf }
  /** A part of the query that the server can't be asked for, or that alike records count once; a copy of its table can. */
  | { readonly kind: 'unsaid'; readonly view: View; readonly part: Where | undefined; readonly copy: CopyRequest }

/** Why there are no rows, and what to do. */
export function EmptyResult(props: EmptyResultProps) {
  const words = emptyWords
  switch (props.kind) {
    case 'noTables':
      return (
        <Empty what={words.noTables(props.instance)}>
          <p>{words.noTablesRemedy}</p>
        </Empty>
      )
    case 'noTable':
      return (
        <Empty what={words.noTable}>
          <p>{words.noTableRemedy(props.instance)}</p>
        </Empty>
      )
    case 'unsaid':
      return (
        <Empty what={props.part === undefined ? words.noDistinct : words.unsaid(whereSentence(props.part))}>
          <p>{props.part === undefined ? words.noDistinctRemedy : words.unsaidRemedy}</p>
          <Button size="sm" icon={HardDriveDownload} onClick={() => askToCopy(props.copy)}>
            {words.copyTable}
          </Button>
          {props.part === undefined ? (
            <Button size="sm" variant="ghost" onClick={() => navigate(withAlikeOnes(props.view))}>
              {words.showAlike}
            </Button>
          ) : (
            <Button size="sm" variant="ghost" onClick={() => navigate(withoutConditions(props.view))}>
              {words.clearAll}
            </Button>
          )}
        </Empty>
      )
    case 'noMatch':
      return <NoMatch {...props} />
  }
}

function withAlikeOnes(view: View): View {
  const { distinct: _, ...rest } = view
  return rest
}

function NoMatch({ view, total, of }: Extract<EmptyResultProps, { readonly kind: 'noMatch' }>) {
  const words = emptyWords
  if (view.limit === 0) {
    return (
      <Empty what={words.limitIsZero}>
        {total !== null && <p>{words.match(total)}</p>}
        <Button size="sm" onClick={() => navigate({ ...view, limit: null })}>
          {words.showAll}
        </Button>
      </Empty>
    )
  }
  const last = allParts(view.where).findLast((part) => activeWhere(part) !== null)
  const conditions = activeParts(view.where).length + (sentWords(view.search) === '' ? 0 : 1)
  return (
    <Empty what={noMatchSentence(view.search, view.where)}>
      {conditions === 0 ? (
        <p>{words.willAppear}</p>
      ) : (
        <>
          {sentWords(view.search) !== '' && <WholeWords view={view} of={of} />}
          <div className={styles.actions}>
            {last && conditions > 1 && (
              <Button size="sm" onClick={() => navigate(withPartRemoved(view, last))}>
                {words.without(whereSentence(last))}
              </Button>
            )}
            <Button
              size="sm"
              variant={conditions > 1 ? 'ghost' : 'default'}
              onClick={() => navigate(withoutConditions(view))}
            >
              {words.clearAll}
            </Button>
          </div>
        </>
      )}
    </Empty>
  )
}

function Empty({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <b>{what}</b>
      {children}
    </div>
  )
}

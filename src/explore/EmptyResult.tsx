import type { ReactNode } from 'react'
import { sentWords } from '../protocol/querySpec.ts'
import { navigate, type View } from '../state/view.ts'
import { Button } from '../ui/Button.tsx'
import styles from './EmptyResult.module.css'
import { countWords } from './figures.ts'
import { filterSentence, noMatchSentence } from './sentence.ts'
import { withFilterValues, withoutConditions } from './viewEdits.ts'

export type EmptyResultProps =
  | { readonly kind: 'noTables' | 'noTable'; readonly instance: string }
  | { readonly kind: 'noMatch'; readonly view: View; readonly total: number | null }

/** Why there is nothing to see, and the way out. */
export function EmptyResult(props: EmptyResultProps) {
  if (props.kind === 'noMatch') return <NoMatch view={props.view} total={props.total} />
  return props.kind === 'noTables' ? (
    <Empty what={`${props.instance} has no table that one may read here.`}>
      <p>Private tables show with an API token that may read them. A table that is not listed opens by its id.</p>
    </Empty>
  ) : (
    <Empty what="No table is chosen.">
      <p>Choose one from the list of {props.instance}, or paste the id of one into Resource.</p>
    </Empty>
  )
}

function NoMatch({ view, total }: { readonly view: View; readonly total: number | null }) {
  if (view.limit === 0) {
    return (
      <Empty what="The limit is 0, so no record was asked for.">
        {total !== null && <p>{countWords(total)} match.</p>}
        <Button size="sm" onClick={() => navigate({ ...view, limit: null })}>
          Show all
        </Button>
      </Empty>
    )
  }
  const last = view.filters.at(-1)
  const conditions = view.filters.length + (sentWords(view.search) === '' ? 0 : 1)
  return (
    <Empty what={noMatchSentence(view.search, view.filters)}>
      {conditions === 0 ? (
        <p>Records that are added to it appear here.</p>
      ) : (
        <div className={styles.actions}>
          {last && conditions > 1 && (
            <Button size="sm" onClick={() => navigate(withFilterValues(view, last.field, []))}>
              Without {filterSentence(last)}
            </Button>
          )}
          <Button
            size="sm"
            variant={conditions > 1 ? 'ghost' : 'default'}
            onClick={() => navigate(withoutConditions(view))}
          >
            Clear all
          </Button>
        </div>
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

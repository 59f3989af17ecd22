import { Route } from 'lucide-react'
import { use } from 'react'
import type { Field } from '../../../protocol/field.ts'
import type { Query } from '../../../query/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import type { RichPart } from '../../../words/catalogue.ts'
import { routeWords } from '../../../words/en/filter/route.ts'
import { resultWords } from '../../../words/en/result.ts'
import { CloseHow } from '../../result/sheetPlaces.ts'
import { lacks } from './lacks.ts'
import type { Planning } from './usePlan.ts'
import styles from './RouteLine.module.css'

export interface RouteLineProps {
  /** What is asked for. */
  readonly query: Pick<Query, 'where' | 'columns' | 'distinct'>
  /** The table's. */
  readonly fields: readonly Field[]
  readonly planning: Planning
}

/** Says how the query is carried out, where that is not by plain filters, and why; offers the other way if there is one. */
export function RouteLine({ query, fields, planning }: RouteLineProps) {
  const { asked, copy, turn } = planning
  const closePanel = use(CloseHow)
  return (
    <p className={styles.route} role="note" aria-label={resultWords.how}>
      <Icon icon={Route} />
      <span>
        <RichText parts={words(query, fields, planning)} />
        {asked?.hasWords === false && planning.plan?.query.search !== '' && routeWords.slowWords}
      </span>
      {turn !== null && copy !== null && (
        <Button
          size="sm"
          onClick={() => {
            closePanel()
            turn()
          }}
        >
          {asked === null ? routeWords.askCopy(copy.stamp.at) : routeWords.askServer}
        </Button>
      )}
    </p>
  )
}

function words(
  query: RouteLineProps['query'],
  fields: readonly Field[] | null,
  { asked, onServer, can }: Planning,
): readonly RichPart[] {
  if (asked !== null) {
    const missing = lacks(query, fields, can)
    const isOnly = onServer === null && missing.length > 0
    return isOnly ? routeWords.onlyOnCopy(asked.stamp.at, missing) : routeWords.askedOnCopy(asked.stamp.at)
  }
  if (onServer === 'sql') return routeWords.askedBySql(lacks(query, fields, can))
  return routeWords.askedOnServer()
}

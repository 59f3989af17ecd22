import { Route } from 'lucide-react'
import type { Field } from '../../../protocol/field.ts'
import type { Query } from '../../../query/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import type { RichPart } from '../../../words/catalogue.ts'
import { wayWords } from '../../../words/en/filter/way.ts'
import { lacks } from './lacks.ts'
import type { Carrying } from './useWay.ts'
import styles from './WayLine.module.css'

export interface WayLineProps {
  /** What is asked for. */
  readonly query: Pick<Query, 'where' | 'columns' | 'distinct'>
  /** The table's. */
  readonly fields: readonly Field[]
  readonly carrying: Carrying
}

/** Says how the query is carried out, where that is not by plain filters, and why; offers the other way if there is one. */
export function WayLine({ query, fields, carrying }: WayLineProps) {
  const { asked, copy, turn } = carrying
  return (
    <p className={styles.way} role="note" aria-label={wayWords.label}>
      <Icon icon={Route} />
      <span>
        <RichText parts={words(query, fields, carrying)} />
        {asked?.hasWords === false && carrying.query?.search !== '' && wayWords.slowWords}
      </span>
      {turn !== null && copy !== null && (
        <Button size="sm" variant="ghost" onClick={turn}>
          {asked === null ? wayWords.askCopy(copy.stamp.at) : wayWords.askServer}
        </Button>
      )}
    </p>
  )
}

function words(
  query: WayLineProps['query'],
  fields: readonly Field[] | null,
  { asked, onServer, can }: Carrying,
): readonly RichPart[] {
  if (asked !== null) {
    const missing = lacks(query, fields, can)
    const isOnly = onServer === null && missing.length > 0
    return isOnly ? wayWords.onlyOnCopy(asked.stamp.at, missing) : wayWords.askedOnCopy(asked.stamp.at)
  }
  if (onServer === 'sql') return wayWords.askedBySql(lacks(query, fields, can))
  return wayWords.askedOnServer()
}

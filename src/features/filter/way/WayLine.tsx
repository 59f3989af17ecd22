import { Route } from 'lucide-react'
import type { Where } from '../../../query/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import type { RichPart } from '../../../words/catalogue.ts'
import { wayWords } from '../../../words/en/filter/way.ts'
import { lacks } from './lacks.ts'
import type { Carrying } from './useWay.ts'
import styles from './WayLine.module.css'

/** Says how the query is carried out, where that is not by plain filters, and why; offers the other way if there is one. */
export function WayLine({ where, carrying }: { readonly where: Where; readonly carrying: Carrying }) {
  const { asked, copy, turn } = carrying
  return (
    <p className={styles.way} role="note" aria-label={wayWords.label}>
      <Icon icon={Route} />
      <span>
        <RichText parts={words(where, carrying)} />
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

function words(where: Where, { asked, onServer, can }: Carrying): readonly RichPart[] {
  if (asked !== null) {
    const missing = lacks(where, can)
    const isOnly = onServer === null && missing.length > 0
    return isOnly ? wayWords.onlyOnCopy(asked.stamp.at, missing) : wayWords.askedOnCopy(asked.stamp.at)
  }
  if (onServer === 'sql') return wayWords.askedBySql(lacks(where, can))
  return onServer === 'ranges' ? wayWords.askedByRanges() : wayWords.askedOnServer()
}

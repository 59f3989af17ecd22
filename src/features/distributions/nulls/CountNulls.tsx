import { copiesEngine } from '../../../copies/copiesEngine.ts'
import { Button } from '../../../ui/Button.tsx'
import { nullsWords } from '../../../words/en/distributions/nulls.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import type { View } from '../../../workspace/view.ts'
import { askToCopy } from '../../copy/askToCopy.ts'
import { explainWith } from '../explain.ts'
import type { FiguresUnder } from '../useFiguresSource.ts'
import styles from './CountNulls.module.css'
import type { Nulls } from './useNulls.ts'

export interface CountNullsProps extends Pick<FiguresUnder, 'instance' | 'client' | 'asked' | 'records'> {
  readonly nulls: Nulls
  readonly view: View
  /** The name of the table. */
  readonly title: string
}

/** Has the nulls of all columns counted, and says of which records they are. */
export function CountNulls({ nulls, instance, client, asked, records, view, title }: CountNullsProps) {
  const { isWanted, want, counts, error, again } = nulls
  const resource = records.of?.resource ?? null
  const mayCopy = instance.origin !== 'embedded' && copiesEngine() !== null && resource !== null
  return (
    <div className={styles.nulls}>
      <Button size="sm" aria-pressed={isWanted} onClick={() => want(!isWanted)}>
        {nullsWords.count}
      </Button>
      {isWanted && (
        <output>
          {counts !== null ? ofWhich(counts) : error !== null ? explainWith(asked)(error) : nullsWords.counting}
        </output>
      )}
      {error !== null && (
        <Button size="sm" onClick={again}>
          {nullsWords.tryAgain}
        </Button>
      )}
      {counts?.coverage.kind === 'sample' && mayCopy && (
        <Button
          size="sm"
          onClick={() => askToCopy({ instance, client, query: queryOf(view, view.resource ?? resource), title })}
        >
          {nullsWords.copyToSeeAll}
        </Button>
      )}
    </div>
  )
}

function ofWhich({ coverage, records }: NonNullable<Nulls['counts']>): string {
  if (coverage.kind !== 'sample') return nullsWords.fromAll(records)
  const { of, total, isFirst, stretches } = coverage
  return isFirst === true ? nullsWords.fromFirst(of, total) : nullsWords.fromSample(of, total, stretches)
}

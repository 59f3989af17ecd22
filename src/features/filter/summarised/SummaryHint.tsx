import { HardDriveDownload, MousePointerClick, Scissors } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import { askToCopy } from '../../copy/askToCopy.ts'
import { leftOutWords, partialWords } from '../../summarise/summaryStatus.ts'
import styles from '../../summarise/SummaryTableView.module.css'
import type { InPlaceOfRows } from '../empty/inPlaceOfRows.tsx'
import { unlimited, type ShownSummary } from './useShownSummary.ts'

export interface SummaryHintProps {
  readonly of: Omit<InPlaceOfRows, 'alert'>
  readonly result: NonNullable<ShownSummary['result']>
}

/** Below the table: that it is of a part of the records only, with what mends that; else where its cells lead. */
export function SummaryHint({ of, result: { table, answer } }: SummaryHintProps) {
  const { instance, client, view, resource, title, planning } = of
  const partial = partialWords(answer)
  const mayCopy = instance.origin !== 'embedded' && planning.asked === null
  return (
    <div className={styles.hint} data-partial={partial === null ? undefined : ''}>
      <Icon icon={partial === null ? MousePointerClick : Scissors} />
      <p>
        {partial ?? (table.size.columns === null ? summariseWords.hintPlain : summariseWords.hint)}{' '}
        {leftOutWords(answer)}
      </p>
      {partial !== null && mayCopy && resource !== null && (
        <Button
          size="sm"
          icon={HardDriveDownload}
          onClick={() => askToCopy({ instance, client, query: queryOf(unlimited(view), resource), title })}
        >
          {summariseWords.copyTable}
        </Button>
      )}
    </div>
  )
}

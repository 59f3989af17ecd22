import type { ReactNode } from 'react'
import type { Records } from '../../results/useRecords.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FindOutWhy } from '../connect/FindOutWhy.tsx'
import { explainFailure, type Asked } from '../result/failure.ts'
import { FailureAlert } from '../result/FailureAlert.tsx'
import styles from '../result/Query.module.css'
import { filterWords } from '../../words/en/filter.ts'

export interface ResultNoticesProps {
  readonly records: Records
  readonly asked: Asked
  readonly resource: string | null
  /** A count, or getting all records, that failed. */
  readonly failedTask: { readonly error: Error; readonly forget: () => void } | null
  /** The search itself failed, which is shown above the grid. */
  readonly hasFailed: boolean
  readonly onRunAgain: () => void
}

/** What is wrong with a result although it has rows: a task failed, the table changed, a page is missing. */
export function ResultNotices({ records, asked, resource, failedTask, hasFailed, onRunAgain }: ResultNoticesProps) {
  return (
    <>
      {failedTask !== null && (
        <Notice>
          <FailureAlert
            failure={explainFailure(failedTask.error, asked)}
            actions={
              <Button size="sm" onClick={failedTask.forget}>
                {filterWords.close}
              </Button>
            }
          />
        </Notice>
      )}
      {(records.changed || records.repeated) && !records.stale && (
        <Notice>
          <Alert
            tone="warning"
            title={records.changed ? filterWords.changed : filterWords.repeated}
            actions={
              <Button size="sm" onClick={onRunAgain}>
                {filterWords.readAgain}
              </Button>
            }
          >
            {records.changed ? filterWords.changedRemedy : filterWords.repeatedRemedy}
          </Alert>
        </Notice>
      )}
      {records.failedPage !== null && !hasFailed && (
        <Notice>
          <FailureAlert
            failure={explainFailure(records.failedPage.error, asked)}
            actions={
              <>
                <Button size="sm" onClick={records.failedPage.retry}>
                  {filterWords.tryAgain}
                </Button>
                <FindOutWhy error={records.failedPage.error} resource={resource} />
              </>
            }
          />
        </Notice>
      )}
    </>
  )
}

function Notice({ children }: { readonly children: ReactNode }) {
  return <div className={styles.notice}>{children}</div>
}

import type { ReactNode } from 'react'
import type { Records } from '../../results/useRecords.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { laterComponent } from '../../ui/later.tsx'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { lacksColumnJ } from '../../results/walk/ownColumns.ts'
import { FindOutWhy } from '../connect/FindOutWhy.tsx'
import { explainFailure, type Asked } from '../result/failure.ts'
import { FailureAlert } from '../result/FailureAlert.tsx'
import styles from '../result/Query.module.css'
import { filterWords } from '../../words/en/filter/filter.ts'

const MissingColumn = laterComponent(() => import('./MissingColumn.tsx').then((module) => module.MissingColumn))

export interface ResultNoticesProps {
  readonly records: Records
  readonly asked: Asked
  readonly resource: string | null
  readonly client: ActionClient
  /** A count, or getting all records, that failed. */
  readonly failedTask: { readonly error: Error; readonly forget: () => void } | null
  /** The search itself failed, which is shown above the grid. */
  readonly hasFailed: boolean
  readonly onRunAgain: () => void
}

/** What is wrong with a result although it has rows: a task failed, the table changed, a page is missing. */
export function ShownNotices(props: ResultNoticesProps) {
  const { records, asked, resource, client, failedTask, hasFailed, onRunAgain } = props
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
      {resource !== null && lacksColumnJ(client, resource) && <MissingColumn client={client} resource={resource} />}
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

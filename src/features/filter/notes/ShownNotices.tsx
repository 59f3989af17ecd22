import type { ReactNode } from 'react'
import type { Records } from '../../../results/useRecords.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { laterComponent } from '../../../ui/later.tsx'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { missingColumns } from '../../../results/walk/ownColumns.ts'
import { hasBlankRank } from '../blankRank.ts'
import { FindOutWhy } from '../../connect/FindOutWhy.tsx'
import { explainFailure, type Asked } from '../../result/failure.ts'
import { isOffline } from '../../result/isOffline.ts'
import { FailureAlert } from '../../result/FailureAlert.tsx'
import styles from '../../result/SheetView.module.css'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { noticeWords } from '../../../words/en/filter/notices.ts'

const MissingColumn = laterComponent(() => import('../MissingColumn.tsx').then((module) => module.MissingColumn))

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
  const missing = resource === null ? [] : missingColumns(client, resource)
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
            title={records.changed ? noticeWords.changed : noticeWords.repeated}
            actions={
              <Button size="sm" onClick={onRunAgain}>
                {noticeWords.readAgain}
              </Button>
            }
          >
            {records.changed ? noticeWords.changedRemedy : noticeWords.repeatedRemedy}
          </Alert>
        </Notice>
      )}
      {resource !== null && missing.length > 0 && <MissingColumn client={client} resource={resource} names={missing} />}
      {resource !== null && hasBlankRank(records, client, resource) && (
        <MissingColumn client={client} resource={resource} names={null} />
      )}
      {records.failedPage !== null && !hasFailed && !isOffline(records.failedPage.error) && (
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

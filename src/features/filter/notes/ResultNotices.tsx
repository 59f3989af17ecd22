import { missingColumns } from '../../../results/walk/ownColumns.ts'
import { hasBlankRank } from '../blankRank.ts'
import { laterComponent } from '../../../ui/later.tsx'
import type { ResultNoticesProps } from './ShownNotices.tsx'

const ShownNotices = laterComponent(() => import('./ShownNotices.tsx').then((module) => module.ShownNotices))

/** What is wrong with a result although it has rows; most have nothing. */
export function ResultNotices(props: ResultNoticesProps) {
  const { records, client, resource, failedTask } = props
  const isWrong = failedTask !== null || records.changed || records.repeated || records.failedPage !== null
  const lacks =
    resource !== null && (missingColumns(client, resource).length > 0 || hasBlankRank(records, client, resource))
  return (isWrong || lacks) && <ShownNotices {...props} />
}

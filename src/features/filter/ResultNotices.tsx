import { lacksColumnJ } from '../../results/walk/ownColumns.ts'
import { laterComponent } from '../../ui/later.tsx'
import type { ResultNoticesProps } from './ShownNotices.tsx'

const ShownNotices = laterComponent(() => import('./ShownNotices.tsx').then((module) => module.ShownNotices))

/** What is wrong with a result although it has rows; most have nothing. */
export function ResultNotices(props: ResultNoticesProps) {
  const { records, client, resource, failedTask } = props
  const isWrong = failedTask !== null || records.changed || records.repeated || records.failedPage !== null
  return (isWrong || (resource !== null && lacksColumnJ(client, resource))) && <ShownNotices {...props} />
}

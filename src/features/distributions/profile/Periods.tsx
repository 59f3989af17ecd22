import type { ColumnProfile } from '../../../summary/figures.ts'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import { CountedList } from './CountedList.tsx'
import { periodWords } from './periodWords.ts'

/** How the records of a date are spread over its years, months, days and weekdays, as far as that says something. */
export function Periods({ periods }: Pick<ColumnProfile, 'periods'>) {
  return periods.map(({ unit, groups }) => (
    <CountedList
      key={unit}
      title={profileWords.periods[unit]}
      values={groups.filter(({ value }) => value !== 'null')}
      records={groups.reduce((sum, { count }) => sum + count, 0)}
      kind="text"
      name={(value) => periodWords(unit, value)}
    />
  ))
}

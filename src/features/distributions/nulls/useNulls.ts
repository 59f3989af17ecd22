import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NullCounts } from '../../../summary/figures.ts'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import { nullsWords } from '../../../words/en/distributions/nulls.ts'
import { nullsQuery } from '../figureQueries.ts'
import { useFiguresSource, type FiguresUnder } from '../useFiguresSource.ts'
import { shareWords } from '../values/shareWords.ts'

/** The nulls of all columns, which are counted when somebody wants to see them. */
export interface Nulls {
  readonly isWanted: boolean
  readonly want: (isWanted: boolean) => void
  /** Null while they are not here. */
  readonly counts: NullCounts | null
  readonly error: Error | null
  readonly again: () => void
}

/** Counts the nulls of all columns in the records of a query, once they are wanted. */
export function useNulls(under: FiguresUnder): Nulls {
  const { fields } = under
  const source = useFiguresSource(under)
  const [isWanted, want] = useState(false)
  const inAll = source.shown
  const answer = useQuery({
    ...nullsQuery(source, inAll ?? NO_QUERY, fields),
    enabled: isWanted && inAll !== null && source.isHere,
  })
  const counts = isWanted ? (answer.data ?? null) : null
  return { isWanted, want, counts, error: isWanted ? answer.error : null, again: () => void answer.refetch() }
}

const NO_QUERY = { resource: '', columns: null, where: { all: [] }, search: '', sort: [], limit: null }

/** What is said of a column: `16% null`, and how many that is; null if nothing is known of it. */
export function nullsOfColumn(counts: NullCounts | null, name: string): { words: string; whole: string } | null {
  const nulls = counts?.nulls.get(name)
  if (counts === null || nulls === undefined) return null
  const { records } = counts
  const share = distributionWords.nullShare(shareWords(nulls, records))
  return { words: nulls === 0 ? nullsWords.none : share, whole: nullsWords.counted(nulls, records) }
}

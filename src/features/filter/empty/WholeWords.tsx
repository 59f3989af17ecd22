import { useQuery } from '@tanstack/react-query'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { rowsIn } from '../../../protocol/answers.ts'
import type { Query } from '../../../query/query.ts'
import { searchParams } from '../../../query/toSearch.ts'
import { beginningsOf } from '../../../query/words.ts'
import { believedTotal, evidenceOf } from '../../../results/walk/evidence.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { Button } from '../../../ui/Button.tsx'
import { wholeWordsWords } from '../../../words/en/filter/wholeWords.ts'

/** A query, and where it was asked. */
export interface QueryOf {
  readonly instanceId: string
  readonly client: ActionClient
  readonly query: Query
}

/**
 * Says that whole words are searched for, and offers their beginnings. Only records that a search for these finds show that
 * the server knows them; what a server does that says nothing of itself and finds none is not known.
 */
export function WholeWords({ view, of: { instanceId, client, query } }: { readonly view: View; readonly of: QueryOf }) {
  const isTold = useProfile(client, ({ service }) => service !== null)
  const mayBePlain = useProfile(client, ({ refuses }) => !refuses.has('plain'))
  const search = beginningsOf(query.search)
  const isKnown = search !== null && mayBePlain
  const params = searchParams({ ...query, search: search ?? '', sort: [] }, { offset: 0, limit: 1 })
  const { data } = useQuery({
    queryKey: [instanceId, 'beginnings', params, client.identity],
    queryFn: ({ signal }) => client.search(params, { signal }),
    enabled: isKnown,
  })
  if (!isKnown || data === undefined || data.leftOut.includes('plain')) return null
  if (rowsIn(data.answer) === 0) return isTold ? <p>{wholeWordsWords.noBeginnings(search)}</p> : null
  return (
    <>
      <p>{wholeWordsWords.beginnings(believedTotal(data.answer, evidenceOf(client)), search)}</p>
      <Button size="sm" onClick={() => navigate({ ...view, search })}>
        {wholeWordsWords.searchFor(search)}
      </Button>
    </>
  )
}

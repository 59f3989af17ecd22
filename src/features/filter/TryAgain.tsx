import { Button } from '../../ui/Button.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { FindOutWhy } from '../connect/FindOutWhy.tsx'

export interface TryAgainProps {
  readonly error: Error | null
  readonly resource: string | null
  readonly onAgain: () => void
}

/** What can be done about a query that failed. */
export function TryAgain({ error, resource, onAgain }: TryAgainProps) {
  return (
    <>
      <Button size="sm" onClick={onAgain}>
        {filterWords.tryAgain}
      </Button>
      <FindOutWhy error={error} resource={resource} />
    </>
  )
}

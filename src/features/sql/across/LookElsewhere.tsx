import { useEffect, useEffectEvent, useState } from 'react'
import type { Instance } from '../../../instances/instance.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { Button } from '../../../ui/Button.tsx'
import { acrossWords } from '../../../words/en/across/across.ts'
import { lookFor } from './foundTables.ts'
import type { Across } from './useAcross.ts'

export interface LookElsewhereProps {
  /** What the server refused. */
  readonly sql: string
  readonly error: Error | null
  readonly across: Across
  /** A table has been found: the statement can run once it is copied. */
  readonly onFound: () => void
}

/** Beside the refusal of a statement with a table that the server doesn't have: looks for it in the other instances. */
export function LookElsewhere({ sql, error, across, onFound }: LookElsewhereProps) {
  const [looked, setLooked] = useState<'not' | 'looking' | readonly Instance[]>('not')
  const isFound = looked !== 'not' && across.planOf(sql).kind === 'across'
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (isFound) found()
  }, [isFound])
  const names = isOfTable(error) ? across.unplaced(sql) : []
  const [name] = names
  if (name === undefined || (across.unread.length === 0 && looked === 'not')) return null
  if (isFound) return null
  if (typeof looked === 'object')
    return (
      <output>
        {acrossWords.nowhere(name)} {looked.length > 0 && acrossWords.notReached(looked.map(({ title }) => title))}
      </output>
    )
  const look = async () => {
    setLooked('looking')
    setLooked(await lookFor(names, across.unread))
  }
  return (
    <Button size="sm" disabled={looked === 'looking'} onClick={() => void look()}>
      {looked === 'looking' ? acrossWords.looking : acrossWords.look(across.unread.length)}
    </Button>
  )
}

/** A server may say that a table is not there, or that nobody here may read it. */
function isOfTable(error: Error | null): boolean {
  if (!(error instanceof ActionError)) return false
  return (
    error.kind === 'notFound' || error.kind === 'notAuthorized' || /^relation .* does not exist/.test(error.message)
  )
}

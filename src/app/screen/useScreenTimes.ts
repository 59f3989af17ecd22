import { useEffect, useState } from 'react'
import type { Field } from '../../protocol/field.ts'
import { afterFirstAnswer } from '../../ui/browser/afterFirstAnswer.ts'
import { useTabsDue } from '../useTabsDue.ts'

/** What may load by now: what the first rows need not, the tabs, and what says how the network is. */
export function useScreenTimes(fields: readonly Field[] | null, isListFetched: boolean) {
  const [isIdle, setIsIdle] = useState(false)
  const hasFields = fields !== null && fields.length > 0
  useEffect(() => (hasFields ? afterFirstAnswer(() => setIsIdle(true)) : undefined), [hasFields])

  const [isListEnded, setIsListEnded] = useState(false)
  useEffect(() => {
    // The first rows, which are asked for with the list, need the network more.
    const timer = isListFetched ? setTimeout(() => setIsListEnded(true), AFTER_LIST_MS) : undefined
    return () => clearTimeout(timer)
  }, [isListFetched])

  return { isIdle, isListEnded, areTabsDue: useTabsDue(isIdle) }
}

/** The first rows have come or failed by then, too, ms. */
const AFTER_LIST_MS = 1000

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { KnownCopy } from '../../copies/knownCopy.ts'
import { live, type Live } from '../../copies/underWay.ts'
import { copyWords } from '../../words/en/copy.ts'

/** How far a copy under way is, here or in another tab. */
export function useLive(copy: KnownCopy): Live {
  const here = useStore(live, (all) => all.get(copy.id))
  const { records, total } = copy.refresh ?? copy
  if (here !== undefined && here.phase !== 'elsewhere') return here
  return { phase: here?.phase ?? 'checking', records, total, rate: here?.rate ?? null, tryAt: null }
}

/** What is said under the bar of a copy under way. */
export function phaseWords(copy: KnownCopy, { phase }: Live): string {
  return phase === 'noToken' && !copy.withToken ? copyWords.phases.anonymous : copyWords.phases[phase]
}

/** The time until a moment, counted down by the second; null if there is none. */
export function useCountdown(until: number | null): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (until === null) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return until === null ? null : Math.max(0, until - now)
}

import { useEffect, useState } from 'react'
import type { Instance } from '../../instances/instance.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { encodeView, type View } from '../../workspace/view.ts'

/** Whether the ways to begin are shown, and how they go and come back. */
export interface FirstVisitState {
  readonly isShown: boolean
  readonly end: () => void
  readonly again: () => void
}

/**
 * The first visit: shown to whoever comes by no link and has connected to nothing yet. It is over, on this device, once
 * anything else is shown or asked than what was there at first, until it is asked for again.
 */
export function useFirstVisit(view: View, instances: readonly Instance[]): FirstVisitState {
  const stored = useSetting(settings.firstVisit)
  const link = encodeView(view)
  const [first, setFirst] = useState(link)
  const isNew = stored === 'due' && first === '' && instances.every(({ origin }) => origin !== 'own')
  const isDue = isNew || stored === 'again'
  const isOver = isDue && link !== first
  useEffect(() => {
    if (isOver) settings.firstVisit.set('over')
  }, [isOver])
  return {
    isShown: isDue && !isOver,
    end: () => settings.firstVisit.set('over'),
    again: () => {
      setFirst(link)
      settings.firstVisit.set('again')
    },
  }
}

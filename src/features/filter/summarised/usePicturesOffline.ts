import { useEffect, useSyncExternalStore } from 'react'
import { copies } from '../../../copies/copies.ts'
import { whenIdle } from '../../../ui/browser/whenIdle.ts'
import { prepareCharts } from '../../chart/loadChart.ts'

/** Loads what draws charts, which else waits for the first chart, where there are copies: they are there to be asked offline. */
export function usePicturesOffline(): void {
  const hasCopies = useSyncExternalStore(copies.subscribe, () => copies.get().length > 0)
  useEffect(() => {
    if (hasCopies) whenIdle(prepareCharts)
  }, [hasCopies])
}

import { useEffect, useState } from 'react'
import type { HeaderDetails } from '../../grid/GridHeader.tsx'
import { offerNullShares } from '../result/nullShares.ts'
import { settings, useSetting } from '../../workspace/settings.ts'

/**
 * What the grid's headers show: nothing (undefined) if that is switched off, null until it has loaded; and who says it.
 * The rail shows of it how many records have no value.
 */
export function useHeaderDetails(tableId: string | null) {
  const isOn = useSetting(settings.distributions)
  const [details, setDetails] = useState<HeaderDetails | null>(null)
  const offered = isOn ? details : null
  useEffect(() => {
    if (offered === null || tableId === null) return undefined
    const { subscribe, said } = offered
    offerNullShares({ resource: tableId, subscribe, of: (field) => said(field)?.name ?? '' })
    return () => offerNullShares(null)
  }, [offered, tableId])
  return [isOn ? details : undefined, setDetails] as const
}

import { useState } from 'react'
import type { HeaderDetails } from '../../grid/GridHeader.tsx'
import { settings, useSetting } from '../../workspace/settings.ts'

/** What the grid's headers show: nothing (undefined) if that is switched off, null until it has loaded; and who says it. */
export function useHeaderDetails() {
  const isOn = useSetting(settings.distributions)
  const [details, setDetails] = useState<HeaderDetails | null>(null)
  return [isOn ? details : undefined, setDetails] as const
}

import { useEffect, useEffectEvent } from 'react'
import type { useGridColumns } from './useGridColumns.ts'

/** Reports the widths that the user gives columns, once a change has ended; from then on they are the layout's. */
export function useChosenWidths(
  { isResizing, sizes, chosen, forgetSizes }: ReturnType<typeof useGridColumns>,
  onWidths: ((this: void, widths: Readonly<Record<string, number>>) => void) | undefined,
): void {
  const report = useEffectEvent(() => {
    const widths = chosen()
    if (onWidths === undefined || widths.length === 0) return
    onWidths(Object.fromEntries(widths))
    forgetSizes()
  })
  useEffect(() => {
    if (!isResizing) report()
  }, [isResizing, sizes])
}

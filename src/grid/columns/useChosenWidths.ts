import { useEffect, useEffectEvent } from 'react'
import type { LayoutEdit } from '../../rows/layoutEdits.ts'
import type { useGridColumns } from './useGridColumns.ts'

/** Reports the widths that the user gives columns, once a change has ended; from then on they are the layout's. */
export function useChosenWidths(
  { isResizing, sizes, chosen, forgetSizes }: ReturnType<typeof useGridColumns>,
  onArrange: ((this: void, edit: LayoutEdit) => void) | undefined,
): void {
  const report = useEffectEvent((now: typeof sizes) => {
    if (onArrange === undefined || now.size === 0) return
    onArrange({ kind: 'widths', widths: Object.fromEntries(chosen()) })
    forgetSizes()
  })
  useEffect(() => {
    if (!isResizing) report(sizes)
  }, [isResizing, sizes])
}

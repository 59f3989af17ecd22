import { useEffect, useEffectEvent, useRef } from 'react'
import type { useGridColumns } from './useGridColumns.ts'

/** Reports the widths that the user gives columns, once a change has ended. */
export function useChosenWidths(
  { isResizing, sizes, chosen }: ReturnType<typeof useGridColumns>,
  onWidths: ((this: void, widths: Readonly<Record<string, number>>) => void) | undefined,
): void {
  const reported = useRef(sizes)
  const report = useEffectEvent(() => onWidths?.(Object.fromEntries(chosen())))
  useEffect(() => {
    if (isResizing || reported.current === sizes) return
    reported.current = sizes
    report()
  }, [isResizing, sizes])
}

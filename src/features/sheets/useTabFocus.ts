import { useEffect, useLayoutEffect, type RefObject } from 'react'

let wanted: string | null = null

/** The tab of that sheet gets the focus when it is there, though the tabs be drawn anew for another instance. */
export function wantTab(id: string | undefined): void {
  wanted = id ?? null
}

/** Gives the focus to the tab that is wanted, and has the one that is shown in sight. */
export function useTabFocus(list: RefObject<HTMLElement | null>, shown: string | undefined, count: number): void {
  useLayoutEffect(() => {
    if (count > 0 && shown !== undefined)
      tabOf(list.current, shown)?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [list, shown, count])
  useEffect(() => {
    const tab = wanted === null ? null : tabOf(list.current, wanted)
    if (!tab) return
    wanted = null
    tab.focus()
  })
}

/** The tab of a sheet. */
export function tabOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-sheet="${CSS.escape(id)}"]`) ?? null
}

import { useLayoutEffect, type RefObject } from 'react'

/**
 * While a picker's input has the focus and shows the title of the value, all of it is selected, so that typing replaces
 * it; a title that comes late would drop the selection.
 */
export function useSelectedTitle(anchor: RefObject<HTMLElement | null>, title: string, isShown: boolean): void {
  useLayoutEffect(() => {
    const input = anchor.current?.querySelector<HTMLInputElement>('input:focus')
    if (isShown && input?.value === title) input.select()
  }, [anchor, title, isShown])
}

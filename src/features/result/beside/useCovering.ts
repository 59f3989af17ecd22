import { useEffect, type RefObject } from 'react'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'

/** On a phone the panel covers the page: nothing behind it gets the focus while it is there. */
export function useCovering(panel: RefObject<HTMLElement | null>): void {
  const covers = useMediaQuery('(max-width: 639.98px)')
  useEffect(() => {
    const element = panel.current
    if (!covers || element === null) return undefined
    const behind = coveredBy(element)
    for (const each of behind) each.inert = true
    return () => {
      for (const each of behind) each.inert = false
    }
  }, [covers, panel])
}

/** What a panel that fills the window covers: all its siblings and those of its ancestors, except what floats above. */
function coveredBy(panel: HTMLElement): readonly HTMLElement[] {
  const covered: HTMLElement[] = []
  for (
    let inner = panel;
    inner.parentElement !== null && inner.parentElement.id !== 'root';
    inner = inner.parentElement
  ) {
    for (const each of inner.parentElement.children) {
      if (each !== inner && each instanceof HTMLElement && !each.inert && each.tagName !== 'DIALOG') covered.push(each)
    }
  }
  return covered
}

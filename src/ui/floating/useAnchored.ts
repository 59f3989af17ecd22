import { useLayoutEffect, type RefObject } from 'react'

export interface Anchoring {
  /** Which edge of the anchor the panel lines up with. */
  readonly align?: 'start' | 'end' | undefined
  /** Gives the panel's style the width of the anchor, as `--anchor-width`. */
  readonly matchWidth?: boolean | undefined
  /** A point of the window that the panel opens at in place of the anchor's edge, in px. */
  readonly at?: { readonly x: number; readonly y: number } | null | undefined
}

/**
 * While `open`, shows `panel` (an element with `popover="manual"`) in the top layer beside `anchor`: below it, or above if
 * there is more room. It never crosses the window's edge; its height is limited to the room there is. While the pointer is on
 * it, it stays where it is, whatever becomes of its anchor and its content.
 */
export function useAnchored(
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  open: boolean,
  { align = 'start', matchWidth = false, at = null }: Anchoring = {},
): void {
  const x = at?.x
  const y = at?.y
  useLayoutEffect(() => {
    const floating = panel.current
    const fixed = anchor.current
    if (!open || !floating || !fixed) return undefined
    floating.showPopover()
    const place = () => placeBeside(edgeOf(fixed, x, y), floating, align, matchWidth)
    place()
    const sizes = new ResizeObserver(() => floating.matches(':hover') || place())
    sizes.observe(floating)
    sizes.observe(fixed)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
      if (floating.isConnected && floating.matches(':popover-open')) floating.hidePopover()
    }
  }, [anchor, panel, open, align, matchWidth, x, y])
}

function edgeOf(anchor: HTMLElement, x: number | undefined, y: number | undefined): DOMRect {
  return x === undefined || y === undefined ? anchor.getBoundingClientRect() : new DOMRect(x, y, 0, 0)
}

function placeBeside(edge: DOMRect, panel: HTMLElement, align: 'start' | 'end', matchWidth: boolean): void {
  if (matchWidth) panel.style.setProperty('--anchor-width', `${edge.width}px`)
  panel.style.maxBlockSize = ''
  const wanted = panel.offsetHeight
  const below = window.innerHeight - edge.bottom - GAP - MARGIN
  const above = edge.top - GAP - MARGIN
  const under = below >= Math.min(wanted, ENOUGH) || below >= above
  const height = Math.min(wanted, under ? below : above)
  const left = align === 'start' ? edge.left : edge.right - panel.offsetWidth
  const rightmost = window.innerWidth - MARGIN - panel.offsetWidth
  panel.style.maxBlockSize = `${under ? below : above}px`
  panel.style.left = `${Math.max(MARGIN, Math.min(left, rightmost))}px`
  panel.style.top = `${under ? edge.bottom + GAP : edge.top - GAP - height}px`
  panel.dataset['side'] = under ? 'below' : 'above'
}

const GAP = 4
/** Distance to the window's edge, px. */
const MARGIN = 8
/** With this much room below its anchor, a panel opens below it, px. */
const ENOUGH = 240

import type { PointerEvent } from 'react'
import type { Drawing } from '../../charts/drawing.ts'
import type { Picture } from '../../charts/picture/picture.ts'
import type { Size } from './useSize.ts'

/** A box in px of the picture. */
export interface PictureBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The value whose element that is; null if it is none. */
export function markAt(target: EventTarget): number | null {
  const mark = target instanceof Element ? target.closest('[data-mark]')?.getAttribute('data-mark') : null
  return mark === null || mark === undefined ? null : Number(mark)
}

/** The value of a small mark, as a circle, within reach of the pointer. */
export function nearestMark(drawn: HTMLElement | null, { shape, spec }: Drawing, event: PointerEvent): number | null {
  if (drawn === null || (shape.kind === 'groups' && spec.kind !== 'lines' && spec.kind !== 'area')) return null
  let best: number | null = null
  let least = REACH
  for (const element of drawn.querySelectorAll('[data-mark]')) {
    const box = element.getBoundingClientRect()
    const away = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY)
    if (away < least) [best, least] = [Number(element.getAttribute('data-mark')), away]
  }
  return best
}

/** Where an element of a picture is. */
export function boxOf(element: Element, picture: SVGSVGElement): PictureBox {
  const [box, origin] = [element.getBoundingClientRect(), picture.getBoundingClientRect()]
  return { left: box.left - origin.left, top: box.top - origin.top, width: box.width, height: box.height }
}

/** The box of a range of places along a picture. */
export function brushBox(
  { spans, isOnSide, plot }: Picture,
  { from, to }: { readonly from: number; readonly to: number },
): PictureBox | null {
  const [first, last] = [spans?.[from], spans?.[to]]
  if (first === undefined || last === undefined) return null
  const along = last.to - first.from
  return isOnSide
    ? { left: plot.x, top: first.from, width: plot.width, height: along }
    : { left: first.from, top: plot.y, width: along, height: plot.height }
}

/** Puts the words of a value above its box, or below if there is no room, and never outside the picture. */
export function placeTip(tip: HTMLElement, box: PictureBox, size: Size): void {
  const middle = box.left + box.width / 2
  const half = tip.offsetWidth / 2
  const left = Math.max(8, Math.min(size.width - 8 - 2 * half, middle - half))
  const above = box.top - tip.offsetHeight - GAP
  tip.style.insetInlineStart = `${left}px`
  tip.style.insetBlockStart = `${above < 4 ? Math.min(box.top + box.height, box.top + 40) + GAP : above}px`
}

const GAP = 6

/** How far from a circle the pointer may be, px. */
const REACH = 24

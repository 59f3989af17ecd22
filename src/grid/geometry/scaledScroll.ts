/**
 * A scrollbar over any number of rows.
 *
 * Browsers clip the height of an element: Chromium at 33,554,428 px (measured), Firefox near 17.9 million. So the
 * element that is scrolled, the canvas, is at most `MAX_CANVAS` high, and a place in the rows is a pair: where the
 * scrollbar stands (`physical`) and which pixel of all rows is at the top of the view (`virtual`). Small moves change
 * both by the same amount, so that rows follow the wheel and the finger to the pixel; large ones, which only the thumb
 * of the scrollbar or a program makes, are scaled. What small moves let the pair drift apart is taken back when the
 * scrolling rests (`settled`), which moves no row on the screen.
 */

/** px; well below each browser's limit, also when the page is zoomed (the limits hold for device pixels). */
export const MAX_CANVAS = 8_000_000

/** px at both ends of the canvas that stand for themselves, so that the wheel near an end is never clipped early. */
const EXACT_END = 100_000

/** px by which the pair may drift within one gesture. Less than `EXACT_END`, or the scrollbar could end before the rows. */
const MAX_DRIFT = 50_000

/** No wheel or finger moves further within one frame. */
const LONGEST_GESTURE_STEP = 30_000

export interface ScrollGeometry {
  /** px, all rows together. */
  readonly content: number
  /** px of rows that are seen at once. */
  readonly viewport: number
  /** px, the element that stands for all rows: `content`, or `MAX_CANVAS` if that is less. */
  readonly canvas: number
}

export interface ScrollPlace {
  /** The scrollbar's `scrollTop`. */
  readonly physical: number
  /** The pixel of all rows at the top of the view. `virtual - physical` is a whole number. */
  readonly virtual: number
}

/** The geometry of `rows` rows of `rowHeight` px seen through `viewport` px. */
export function scrollGeometry(rows: number, rowHeight: number, viewport: number): ScrollGeometry {
  const content = rows * rowHeight
  return { content, viewport: Math.max(0, viewport), canvas: Math.min(content, MAX_CANVAS) }
}

/** The place with that pixel (or the nearest there is) at the top, the scrollbar standing in proportion. */
export function placeAt(virtual: number, geometry: ScrollGeometry): ScrollPlace {
  const { lastVirtual, lastPhysical } = ends(geometry)
  const inside = clamp(virtual, lastVirtual)
  if (!isScaled(geometry)) return { physical: inside, virtual: inside }
  const shift = Math.round(inside - toPhysical(inside, geometry))
  return { physical: clamp(inside - shift, lastPhysical), virtual: inside }
}

/**
 * The place after the browser has moved the scrollbar to `physical`. `byGesture`: a wheel or a finger did it. Where the
 * result's `physical` differs from what was given, the scrollbar has to be set to it at once.
 */
export function scrolled(
  place: ScrollPlace,
  physical: number,
  geometry: ScrollGeometry,
  byGesture: boolean,
): ScrollPlace {
  const { lastVirtual, lastPhysical } = ends(geometry)
  if (!isScaled(geometry)) return { physical, virtual: physical }
  const step = physical - place.physical
  if (step === 0) return place
  const atStart = physical <= 0
  // Browsers round a fractional end of the scrollbar down.
  const atEnd = physical >= lastPhysical - 1
  const isSmall = Math.abs(step) <= (byGesture ? LONGEST_GESTURE_STEP : geometry.viewport * 1.1)
  if (!isSmall || (!byGesture && (atStart || atEnd))) {
    if (atStart) return { physical: 0, virtual: 0 }
    if (atEnd) return { physical: lastPhysical, virtual: lastVirtual }
    return { physical, virtual: physical + Math.round(toVirtual(physical, geometry) - physical) }
  }
  const virtual = clamp(place.virtual + step, lastVirtual)
  if (virtual === 0) return { physical: 0, virtual }
  if (virtual === lastVirtual) return { physical: lastPhysical, virtual }
  const isStuck = atStart || atEnd
  const isAstray = Math.abs(physical - toPhysical(virtual, geometry)) > MAX_DRIFT
  return isStuck || isAstray ? placeAt(virtual, geometry) : { physical, virtual }
}

/** The same rows in view, with the scrollbar back in proportion; also after the geometry has changed. */
export function settled(place: ScrollPlace, geometry: ScrollGeometry): ScrollPlace {
  const next = placeAt(place.virtual, geometry)
  return next.physical === place.physical && next.virtual === place.virtual ? place : next
}

function isScaled(geometry: ScrollGeometry): boolean {
  return geometry.canvas < geometry.content
}

function ends({ content, viewport, canvas }: ScrollGeometry) {
  return { lastVirtual: Math.max(0, content - viewport), lastPhysical: Math.max(0, canvas - viewport) }
}

/** Both directions are one line of three pieces: as it is, scaled, as it is. */
function toVirtual(physical: number, geometry: ScrollGeometry): number {
  const { lastVirtual, lastPhysical } = ends(geometry)
  if (physical <= EXACT_END) return physical
  if (physical >= lastPhysical - EXACT_END) return lastVirtual - (lastPhysical - physical)
  return EXACT_END + ((physical - EXACT_END) * (lastVirtual - 2 * EXACT_END)) / (lastPhysical - 2 * EXACT_END)
}

function toPhysical(virtual: number, geometry: ScrollGeometry): number {
  const { lastVirtual, lastPhysical } = ends(geometry)
  if (virtual <= EXACT_END) return virtual
  if (virtual >= lastVirtual - EXACT_END) return lastPhysical - (lastVirtual - virtual)
  return EXACT_END + ((virtual - EXACT_END) * (lastPhysical - 2 * EXACT_END)) / (lastVirtual - 2 * EXACT_END)
}

function clamp(value: number, last: number): number {
  return Math.min(Math.max(value, 0), last)
}

import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Axis } from '../../charts/axis.ts'
import type { Picture } from '../../charts/picture/picture.ts'
import type { JsonText } from '../../protocol/jsonText.ts'

/** Places along a picture, both included. */
export interface PlaceRange {
  readonly from: number
  readonly to: number
}

export interface BrushOptions {
  /** Null if it can't be brushed. */
  readonly picture: Picture | null
  readonly place: RefObject<HTMLElement | null>
  readonly onBrush: (from: number, to: number) => void
}

/** Marks a range of places by dragging over them; a press that doesn't move stays a click. */
export function useBrush({ picture, place, onBrush }: BrushOptions) {
  const [range, setRange] = useState<PlaceRange | null>(null)
  const pressed = useRef<{ readonly px: number; readonly place: number; isDragged: boolean } | null>(null)
  const pxOf = (event: PointerEvent) => {
    const box = place.current?.getBoundingClientRect()
    return picture?.isOnSide === true ? event.clientY - (box?.top ?? 0) : event.clientX - (box?.left ?? 0)
  }
  const drop = () => {
    pressed.current = null
    setRange(null)
  }
  const keep = () => {
    if (range !== null) onBrush(range.from, range.to)
    drop()
  }
  return {
    range,
    set: setRange,
    keep,
    drop,
    start(event: PointerEvent): void {
      const px = pxOf(event)
      const at = placeAt(picture, px)
      if (event.button === 0 && at !== null) pressed.current = { px, place: at, isDragged: false }
    },
    /** Whether the pointer is marking a range. */
    move(event: PointerEvent): boolean {
      const from = pressed.current
      if (from === null) return false
      const px = pxOf(event)
      if (!from.isDragged && Math.abs(px - from.px) < LEAST_DRAG) return false
      if (!from.isDragged) place.current?.setPointerCapture(event.pointerId)
      from.isDragged = true
      const at = placeAt(picture, px) ?? from.place
      setRange({ from: Math.min(from.place, at), to: Math.max(from.place, at) })
      return true
    },
    /** Whether a range has been marked, so that the press was no click. */
    end(): boolean {
      const wasDragged = pressed.current?.isDragged === true
      if (wasDragged) keep()
      pressed.current = null
      return wasDragged
    },
  }
}

/** The values in a range of places, in their order. */
export function brushedKeys({ places }: Axis, from: number, to: number): readonly JsonText[] {
  return places.slice(from, to + 1).flatMap((place) => (place.kind === 'value' ? place.keys : []))
}

function placeAt(picture: Picture | null, px: number): number | null {
  const { spans } = picture ?? { spans: null }
  if (spans === null || spans.length === 0) return null
  const at = spans.findIndex(({ from, to }) => px >= from && px < to)
  if (at !== -1) return at
  return px < (spans[0]?.from ?? 0) ? 0 : spans.length - 1
}

/** A pointer that moved less, px, was meant to stay. */
const LEAST_DRAG = 5

import { useLayoutEffect, useRef } from 'react'
import { holdAbove } from './holdAbove.ts'

/** Holds what is above the element that it is in (`holdAbove`). It loads after the first rows, as no pointer is there before. */
export function AboveHolder() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => holdAbove(mark.current?.parentElement ?? null), [])
  return <span ref={mark} hidden />
}

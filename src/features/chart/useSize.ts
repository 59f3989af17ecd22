import { useLayoutEffect, useState, type RefObject } from 'react'

export interface Size {
  readonly width: number
  readonly height: number
}

/** The room that the parent of an element has for it, in px, kept up to date; null before it is known. */
export function useSize(of: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const parent = of.current?.parentElement
    if (!parent) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = parent
      if (width > 0 && height > 0)
        setSize((now) => (now?.width === width && now.height === height ? now : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(parent)
    return () => observer.disconnect()
  }, [of])
  return size
}

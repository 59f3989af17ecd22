import { useEffect, useState } from 'react'

let areDue = false

/**
 * Whether the tabs are drawn: after the first rows, or a while without them, and from then on at once, whichever instance is
 * shown.
 */
export function useTabsDue(isIdle: boolean): boolean {
  const [isLate, setIsLate] = useState(areDue)
  useEffect(() => {
    if (isIdle) areDue = true
    if (areDue) return undefined
    const timer = setTimeout(() => {
      areDue = true
      setIsLate(true)
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isIdle])
  return isIdle || isLate
}

const PATIENCE_MS = 3000

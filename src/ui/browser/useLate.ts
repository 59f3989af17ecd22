import { useEffect, useState } from 'react'

/** The value as it was when it last stayed the same for that long, ms; for requests made while typing. */
export function useLate<T>(value: T, restMs: number): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return late
}

import { useEffect, useState } from 'react'

/** The value as it was when it last rested for that long, ms; for what is asked of a server while one types. */
export function useLate<T>(value: T, restMs: number): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return late
}

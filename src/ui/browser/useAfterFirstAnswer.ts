import { useEffect, useState } from 'react'
import { afterFirstAnswer } from './afterFirstAnswer.ts'

/** Whether the first rows are here, or won't come, and the browser has had nothing else to do since. */
export function useAfterFirstAnswer(): boolean {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => afterFirstAnswer(() => setIsHere(true)), [])
  return isHere
}

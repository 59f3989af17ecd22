import { useEffectEvent, useLayoutEffect } from 'react'

/** While it is on, Escape closes what is open, anywhere on the page, unless a part that has the focus took it. */
export function useEscape(isOn: boolean, close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  // From the commit on: `useEffect` may run after the next paint, and a key before that be lost.
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
}

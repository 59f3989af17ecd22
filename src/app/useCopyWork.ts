import { useEffect } from 'react'
import { afterFirstAnswer } from '../ui/browser/afterFirstAnswer.ts'

/** Goes on with copies that are under way, as the person who uses each instance, once the page has nothing else to do. */
export function useCopyWork(): void {
  useEffect(() => {
    if (isWatching) return
    isWatching = true
    // At the next visit, where it can't be loaded.
    afterFirstAnswer(
      () =>
        void import('../copies/watchCopies.ts').then(
          ({ watchCopies }) => watchCopies(),
          () => undefined,
        ),
    )
  }, [])
}

/** Once for the page, however often it is drawn from the beginning. */
let isWatching = false

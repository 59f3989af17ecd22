import { useEffect, useRef } from 'react'
import { loadFailureWords } from '../features/result/failure.ts'
import type { Instance } from '../instances/instance.ts'
import { openSession } from '../instances/session.ts'
import { currentToken } from '../instances/tokens.ts'
import { httpHandler } from '../instances/transport/httpHandler.ts'
import { afterFirstAnswer } from '../ui/browser/afterFirstAnswer.ts'

/** Goes on with copies that are under way, as the person who uses each instance, once the page has nothing else to do. */
export function useCopyWork(instances: readonly Instance[]): void {
  const known = useRef(instances)
  useEffect(() => {
    known.current = instances
  }, [instances])
  useEffect(() => {
    const originOf = (isPlace: (instance: Instance) => boolean) => {
      const instance = known.current.find((each) => isPlace(each) && each.origin !== 'embedded')
      if (instance === undefined) return null
      const page = { origin: window.location.origin, beforeErrors: loadFailureWords }
      const token = currentToken(instance)
      return { instance, token, client: openSession(httpHandler, instance, token, page).client }
    }
    if (isWatching) return
    isWatching = true
    // At the next visit, where it can't be loaded.
    afterFirstAnswer(
      () =>
        void Promise.all([import('../copies/watchCopies.ts'), import('../copies/knownCopy.ts')]).then(
          ([{ watchCopies }, { placeOfInstance }]) =>
            watchCopies((place) => originOf((instance) => placeOfInstance(instance) === place)),
          () => undefined,
        ),
    )
  }, [])
}

/** Once for the page, however often it is drawn from the beginning. */
let isWatching = false

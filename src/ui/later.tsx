import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { afterPaint } from './browser/afterPaint.ts'

/**
 * A component that the first rows do not need: it loads when it is first drawn, with `load`, or with `loadLater`. Once
 * loaded it is drawn at once. `meanwhile` stands in its place; if it can't be loaded, the page hears of it (`onMissing`).
 */
export function laterComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) {
  let loaded: ComponentType<Props> | null | undefined = null
  const get = laterModule(async () => {
    loaded ??= await load()
    // An empty file is a module, too.
    if (!loaded) throw new Error('The module has no such component')
    return loaded
  })
  function LaterComponent(props: Props) {
    const [Shown, setShown] = useState(() => loaded ?? null)
    const [tries, setTries] = useState(0)
    useEffect(() => {
      let isHere = Shown === null
      if (isHere) {
        get().then(
          (component) => isHere && setShown(() => component),
          (error: unknown) => isHere && hearMissing(error, () => setTries(tries + 1)),
        )
      }
      return () => void (isHere = false)
    }, [Shown, tries])
    return Shown ? <Shown {...props} /> : meanwhile
  }
  return Object.assign(LaterComponent, { load: () => void get().catch(ignore) })
}

/**
 * A component that nobody asked for and the page can do without: it is drawn once it has loaded. If that fails, as without
 * a network, it is left out until the network is back, or it is drawn again in another place. `meanwhile` keeps its place.
 */
export function optionalComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) {
  const get = laterModule(load)
  return function OptionalComponent(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      const show = () => void get().then((component) => setShown(() => component), ignore)
      // After what it was drawn with, which may be the first rows, is on the screen.
      const cancel = afterPaint(show)
      window.addEventListener('online', show)
      return () => {
        cancel()
        window.removeEventListener('online', show)
      }
    }, [])
    return Shown ? <Shown {...props} /> : meanwhile
  }
}

const ignore = () => undefined

/** A module that the first rows do not need: it loads when it is first used, or with `loadLater`. */
export function laterModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  all.push(load)
  return load
}

/** Loads all of it, so that nobody waits for it later and losing the network does no harm. */
export async function loadLater(): Promise<void> {
  for (const load of all) {
    await load().catch(ignore)
  }
}

const all: (() => Promise<unknown>)[] = []

/** Called with the reason when a part of the page that is needed can't be loaded; `again`, if given, tries again. */
export type MissingListener = (reason: unknown, again: (() => void) | null) => void

/** Names the one listener to components that can't be loaded: the page, which says so. */
export function onMissing(listener: MissingListener): void {
  hearMissing = listener
}

let hearMissing: MissingListener = ignore

/** For parts that are no components: the page says why it is missing, or without `again` only if there is a new build. */
export const reportMissing: MissingListener = (reason, again) => hearMissing(reason, again)

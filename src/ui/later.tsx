import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component that the first rows do not need: it loads when it is first drawn, with `load`, or with `loadLater`. Once
 * loaded it is drawn at once, where `lazy` alone would show nothing for a moment. `meanwhile` stands in its place.
 */
export function laterComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) {
  let loaded: ComponentType<Props> | null = null
  const keep = async () => {
    loaded ??= await load()
    return loaded
  }
  const Awaited = lazy(() => keep().then((component) => ({ default: component })))
  function LaterComponent(props: Props) {
    // What is drawn first stays: it would start over if it were exchanged when the load ends.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Awaited)
    return (
      <Suspense fallback={meanwhile}>
        <Shown {...props} />
      </Suspense>
    )
  }
  const prefetch = laterModule(keep)
  return Object.assign(LaterComponent, { load: () => void prefetch().catch(() => undefined) })
}

/**
 * A component that nobody asked for and the page can do without: it is drawn once it has loaded. If that fails, as without
 * a network, it is left out until it is drawn again in another place.
 */
export function optionalComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const get = laterModule(load)
  return function OptionalComponent(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(null)
    useEffect(() => void get().then((component) => setShown(() => component), ignore), [])
    return Shown && <Shown {...props} />
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
    // oxlint-disable-next-line no-await-in-loop -- one at a time: what the user asks for meanwhile comes first
    await load().catch(() => undefined)
  }
}

const all: (() => Promise<unknown>)[] = []

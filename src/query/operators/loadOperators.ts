/**
 * Loads all operators, once. Modules that make conditions load later themselves, and import `all.ts` to have them. What a
 * link says with the others can't be read before: see `needsOperators`.
 */
export function loadOperators(): Promise<void> {
  loading ??= load()
  return loading
}

let loading: Promise<void> | null = null

async function load(): Promise<void> {
  try {
    await import('./all.ts')
  } catch (error) {
    loading = null
    throw error
  }
}

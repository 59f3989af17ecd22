import { EARLY_ANSWERS, type EngineName } from '../protocol/engineMessages.ts'

/**
 * What the page's own PostgreSQL will answer at that address, as far as that can be known before it has started: what its
 * worker has kept (`keptAnswers.ts`), or the sample's where nothing is stored. Null if it isn't known. Never rejects.
 */
export async function expectedAnswer(name: EngineName, url: string): Promise<string | null> {
  try {
    const kept = await caches.match(url, { cacheName: EARLY_ANSWERS })
    const text = await kept?.text()
    if (text !== undefined && isAnswer(text)) return text
    if (await isStored(name)) return null
    const { sampleAnswers } = await import('./sampleAnswers.ts')
    return sampleAnswers[url] ?? null
  } catch {
    // The browser has no such store, or refuses it, or what it has is no answer.
    return null
  }
}

/** Not cut off, nor anything else. */
function isAnswer(text: string): boolean {
  const { success, result } = JSON.parse(text)
  return success === true && Array.isArray(result.records) && Array.isArray(result.fields)
}

/** Whether there is a store, or the beginning of one, in one of the places where there may be. */
async function isStored(name: EngineName): Promise<boolean> {
  if ((await indexedDB.databases()).some((database) => database.name?.endsWith(`/${name}`) === true)) return true
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(name).then(
    () => true,
    (error: unknown) => !(error instanceof DOMException && error.name === 'NotFoundError'),
  )
}

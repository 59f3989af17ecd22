import type { Handler } from '../protocol/handler.ts'
import { thisBrowser } from '../state/instances.ts'

/** Puts the sample in the place of all that this browser stores. Rejects in plain words. */
export async function resetThisBrowser(handler: Handler): Promise<void> {
  await handler(new Request(`${thisBrowser.baseUrl}/reset`, { method: 'POST' }))
}

/** All that this browser stores, as one file. Rejects in plain words. */
export async function backupThisBrowser(handler: Handler): Promise<Blob> {
  const response = await handler(new Request(`${thisBrowser.baseUrl}/backup`))
  return response.blob()
}

/** Puts a backup in the place of what this browser stores, if it can be opened. Rejects in plain words. */
export async function restoreThisBrowser(handler: Handler, backup: Blob): Promise<void> {
  const body = await backup.arrayBuffer()
  await handler(new Request(`${thisBrowser.baseUrl}/restore`, { method: 'POST', body }))
}

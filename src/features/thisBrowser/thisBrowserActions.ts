import type { Handler } from '../../protocol/handler.ts'
import { thisBrowser } from '../../instances/instance.ts'

/** Replaces everything that this browser stores with the sample. */
export async function resetThisBrowser(handler: Handler): Promise<void> {
  await handler(new Request(`${thisBrowser.baseUrl}/reset`, { method: 'POST' }))
}

/** Everything that this browser stores, as one file. */
export async function backupThisBrowser(handler: Handler): Promise<Blob> {
  const response = await handler(new Request(`${thisBrowser.baseUrl}/backup`))
  return response.blob()
}

/** Replaces what this browser stores with a backup, if the backup can be opened. */
export async function restoreThisBrowser(handler: Handler, backup: Blob): Promise<void> {
  const body = await backup.arrayBuffer()
  await handler(new Request(`${thisBrowser.baseUrl}/restore`, { method: 'POST', body }))
}

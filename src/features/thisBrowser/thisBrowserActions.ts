import type { Handler } from '../../protocol/handler.ts'
import type { NotedTable, Salvaged } from '../../protocol/engineMessages.ts'
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

/** The files of what this browser stores, as they are, as one tar. */
export async function storedFolder(handler: Handler): Promise<Blob> {
  const response = await handler(new Request(`${thisBrowser.baseUrl}/folder`))
  return response.blob()
}

/** A backup of the tables that can still be read, and which those are. Stored things stay as they are. */
export async function readableTables(handler: Handler): Promise<Salvaged & { readonly backup: Blob }> {
  const response = await handler(new Request(`${thisBrowser.baseUrl}/tables`))
  const salvaged: Salvaged = JSON.parse(decodeURIComponent(response.headers.get('x-rowan-salvaged') ?? ''))
  return { ...salvaged, backup: await response.blob() }
}

/** The tables that were there when this browser last noted them; none if that isn't known. */
export async function notedTables(handler: Handler): Promise<readonly NotedTable[]> {
  const response = await handler(new Request(`${thisBrowser.baseUrl}/noted`))
  return response.json()
}

/** Replaces what this browser stores with a backup, if the backup can be opened. */
export async function restoreThisBrowser(handler: Handler, backup: Blob): Promise<void> {
  const body = await backup.arrayBuffer()
  await handler(new Request(`${thisBrowser.baseUrl}/restore`, { method: 'POST', body }))
}

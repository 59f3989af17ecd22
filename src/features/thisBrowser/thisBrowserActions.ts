import type { Handler } from '../../protocol/handler.ts'
import type { KeptTables, NotedTable, Salvaged } from '../../protocol/engineMessages.ts'
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

/** The tables of a backup; rejects if it can't be opened or has none. */
export async function tablesOfBackup(handler: Handler, backup: Blob): Promise<readonly NotedTable[]> {
  const body = await backup.arrayBuffer()
  const response = await handler(new Request(`${thisBrowser.baseUrl}/examine`, { method: 'POST', body }))
  return response.json()
}

/** What restores have replaced, until it is let go. */
export async function keptTables(handler: Handler): Promise<readonly KeptTables[]> {
  return (await handler(new Request(`${thisBrowser.baseUrl}/kept`))).json()
}

/** Puts kept tables in the place of those that are there, which are kept in turn. */
export async function bringBackTables(handler: Handler, { id }: KeptTables): Promise<void> {
  await handler(new Request(`${thisBrowser.baseUrl}/bring-back?id=${id}`, { method: 'POST' }))
}

/** Removes kept tables for good. */
export async function letGoTables(handler: Handler, { id }: KeptTables): Promise<void> {
  await handler(new Request(`${thisBrowser.baseUrl}/let-go?id=${id}`, { method: 'POST' }))
}

/** Replaces what this browser stores with a backup, if the backup can be opened and has a table; what was there is kept. */
export async function restoreThisBrowser(handler: Handler, backup: Blob): Promise<void> {
  const body = await backup.arrayBuffer()
  await handler(new Request(`${thisBrowser.baseUrl}/restore`, { method: 'POST', body }))
}

import type { Handler } from '../../protocol/handler.ts'
import type { Salvaged } from '../../protocol/engineMessages.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { damagedStoreWords as words } from '../../words/en/thisBrowser/damagedStore.ts'
import { readableTables, storedFolder } from './thisBrowserActions.ts'

/** Has the browser save a backup of the tables that can be read; gives sentences on what is in it and what is not. */
export async function saveReadableTables(handler: Handler): Promise<readonly string[]> {
  const { backup, ...salvaged } = await readableTables(handler)
  const file = `rowan-saved-tables-${today()}.tar.gz`
  saveFile(backup, file)
  return savedWords(salvaged, file)
}

/** Has the browser save the stored files as they are. */
export async function saveStoredFiles(handler: Handler): Promise<readonly string[]> {
  const file = `rowan-stored-files-${today()}.tar`
  saveFile(await storedFolder(handler), file)
  return [words.filesSaved(file)]
}

/** The day, as names of files have it: `2026-11-23`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** What was saved, and by name what was not. */
function savedWords({ tables, isLogLost }: Salvaged, file: string): readonly string[] {
  const whole = tables.filter(({ saved, records }) => saved !== null && (records === null || saved >= records))
  const parts = tables.flatMap(({ name, saved, records }) =>
    saved !== null && records !== null && saved < records ? [words.part(name, saved, records)] : [],
  )
  const lost = tables.flatMap(({ name, saved }) => (saved === null ? [name] : []))
  return [
    words.tablesSaved(tables.length - lost.length, tables.length, file),
    ...(whole.length > 0 ? [words.whole(whole.map(({ name }) => name))] : []),
    ...(parts.length > 0 ? [words.inPart(parts)] : []),
    ...(lost.length > 0 ? [words.lost(lost)] : []),
    ...(isLogLost ? [words.logLost] : []),
    words.howBack,
  ]
}

import * as v from 'valibot'
import type { TextStorage } from '../../storage/browserStorage.ts'
import { earlierDrafts, forgetEarlierDrafts } from '../earlierWorkspace.ts'
import { sheetOfEarlierDraft, sheetOfOpenQuery } from './earlierQueries.ts'
import { sheetOf, type StoredSheet } from './sheet.ts'
import { sheetShelf, type SheetShelf } from './sheetDatabase.ts'
import { CLOSED_MAX } from './sheetList.ts'

/** Where what was kept before may be. */
export interface LoadFrom {
  /** null if the database does not open. */
  readonly shelf: SheetShelf | null
  readonly device: TextStorage | null
  readonly tab: TextStorage | null
  /** What this browser tab could not keep in time. */
  readonly unsaved: readonly unknown[]
}

/** All sheets that are kept, the one changed last at the end. What goes beyond the most that is kept is removed. */
export async function storedSheets({ shelf, device, tab, unsaved }: LoadFrom): Promise<readonly StoredSheet[]> {
  const earlier = earlierDrafts(device).map(sheetOfEarlierDraft)
  const before = ((await shelf?.all()) ?? []).flatMap((stored) => sheetOf(stored) ?? [])
  const known = new Set(before.map(({ id }) => id))
  const moved = earlier.filter(({ id }) => !known.has(id))
  const late = [
    ...readList(tab, UNSAVED_QUERIES).flatMap((stored) => sheetOfOpenQuery(stored) ?? []),
    ...unsaved.flatMap((stored) => sheetOf(stored) ?? []),
  ]
  const all = newest([...moved, ...before, ...late])
  const open = all.filter(({ closedAt }) => closedAt === undefined)
  const closed = all.filter(({ closedAt }) => closedAt !== undefined)
  const gone = new Set([...open.slice(0, -COUNT_MAX), ...closed.slice(0, -CLOSED_MAX)])
  const kept = all.filter((sheet) => !gone.has(sheet))
  const added = kept.filter((sheet) => moved.includes(sheet) || !before.includes(sheet))
  if (shelf !== null) {
    if (added.length + gone.size > 0)
      await shelf.change(
        added,
        [...gone].map(({ id }) => id),
      )
    forgetEarlierDrafts(device)
    attempt(() => tab?.removeItem(UNSAVED_QUERIES))
  }
  return kept
}

/** The sheets of all browser tabs as they are kept, the closed ones too. */
export async function keptSheets(): Promise<readonly StoredSheet[]> {
  const shelf = await sheetShelf()
  return (await shelf.all()).flatMap((stored) => sheetOf(stored) ?? [])
}

/** The open query of an instance that this browser tab showed in the version before; null if that is not known. */
export function shownBefore(tab: TextStorage | null, instanceId: string): string | null {
  const stored = attempt((): unknown => JSON.parse(tab?.getItem('rowan.shownQueries') ?? 'null'))
  const read = v.safeParse(v.record(v.string(), v.string()), stored)
  return (read.success ? read.output[`sql ${instanceId}`] : undefined) ?? null
}

const UNSAVED_QUERIES = 'rowan.unsavedQueries'

const COUNT_MAX = 100

/** Of each sheet what was written last; what could not be kept in time may know nothing of the draft. */
function newest(sheets: readonly StoredSheet[]): readonly StoredSheet[] {
  const last = new Map<string, StoredSheet>()
  for (const sheet of sheets) {
    const before = last.get(sheet.id)
    last.delete(sheet.id)
    last.set(sheet.id, { ...sheet, draft: sheet.draft ?? before?.draft ?? null })
  }
  return [...last.values()]
}

function readList(storage: TextStorage | null, name: string): readonly unknown[] {
  const stored = attempt((): unknown => JSON.parse(storage?.getItem(name) ?? '[]'))
  return Array.isArray(stored) ? stored : []
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

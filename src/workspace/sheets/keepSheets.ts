import type { StoreApi } from 'zustand/vanilla'
import type { TextStorage } from '../../storage/browserStorage.ts'
import { keepValue } from '../../storage/keptValue.ts'
import type { StorageProblem } from '../storageProblems.ts'
import { sheetOf, type Sheet, type StoredSheet } from './sheet.ts'
import type { SheetShelf } from './sheetDatabase.ts'
import { shownOf, type SheetList } from './sheetList.ts'
import type { TabList } from './tabList.ts'

/** What sheets are kept in, and who may write to which. */
export interface KeepingSetup {
  readonly openShelf: () => Promise<SheetShelf>
  /** This device's: drafts of an earlier version of the page are taken from it. */
  readonly device: TextStorage | null
  /** This browser tab's: which sheets it has, and what it could not keep in time. */
  readonly tab: TextStorage | null
  /** Keeps other tabs from writing to a sheet; false if one of them does already. */
  readonly hold: (id: string, wasShownHere: boolean) => Promise<boolean>
  readonly onProblem: (problem: StorageProblem) => void
}

export interface SheetsState extends SheetList {
  /** What was kept before has been read. */
  readonly isLoaded: boolean
}

type Store = Pick<StoreApi<SheetsState>, 'getState' | 'setState'>

/** Reads what was kept of the sheets of a browser tab before its page began, and keeps what changes. */
export function keepSheets(
  { openShelf, device, tab, hold, onProblem }: KeepingSetup,
  store: Store,
  before: TabList | null,
) {
  const unsaved = keepValue<readonly unknown[]>({
    storage: tab,
    name: 'rowan.unsavedSheets',
    fallback: [],
    parse: (stored) => (Array.isArray(stored) ? stored : null),
    onProblem,
  })
  let shelf: SheetShelf | null = null
  let waiting = new Map<string, StoredSheet | null>()
  let underWay = new Map<string, StoredSheet | null>()

  const write = async () => {
    if (shelf === null || underWay.size > 0 || waiting.size === 0) return
    underWay = waiting
    waiting = new Map()
    const put = [...underWay.values()].filter((sheet) => sheet !== null)
    const gone = [...underWay].flatMap(([id, sheet]) => (sheet === null ? [id] : []))
    try {
      const short = put.filter(({ draft }) => draft === null || draft.text.length <= LENGTH_MAX)
      await shelf.change(short, gone)
    } catch {
      onProblem('noDatabase')
    }
    underWay = new Map()
    await write()
  }
  const save = (sheet: Sheet, isClosed = false) => {
    if (sheet.instanceId === '') return
    const now = Date.now()
    waiting.set(sheet.id, { ...sheet, changedAt: now, ...(isClosed && { closedAt: now }) })
    void write()
  }
  const takeUp = async () => {
    const [{ shownBefore, storedSheets }, { takenAgain, takenFirst }] = await Promise.all([
      import('./loadSheets.ts'),
      import('./takeUp.ts'),
    ])
    const opened = await openShelf().catch(() => null)
    if (opened === null) onProblem('noDatabase')
    const stored = await storedSheets({ shelf: opened, device, tab, unsaved: unsaved.get() })
    const known = new Set([...(before?.sheets ?? []), ...(before?.closed ?? [])].map(({ id }) => id))
    const asked = before === null ? stored.map(({ id }) => id) : [...known]
    const isHeld = await Promise.all(asked.map((id) => hold(id, known.has(id))))
    const found = { stored, held: new Set(asked.filter((_, at) => isHeld[at])) }
    // From here to the end at once: what was done meanwhile is in the list.
    const now = store.getState()
    const preferred = shownBefore(tab, shownOf(now).instanceId)
    const { list, gone } =
      before === null ? takenFirst(now, found, preferred) : { list: takenAgain(now, found, known), gone: [] }
    store.setState({ ...list, isLoaded: true })
    for (const id of gone) waiting.set(id, null)
    for (const sheet of list.sheets) if (!isIn(stored, sheet)) save(sheet)
    if (opened !== null) unsaved.change(() => [])
    shelf = opened
  }
  const loadOnce = async () => {
    await takeUp().catch(() => onProblem('noDatabase'))
    store.setState({ isLoaded: true })
    await write()
  }
  let loading: Promise<void> | null = null
  return {
    save,
    load: () => (loading ??= loadOnce()),
    async forget(instanceId: string) {
      for (const [id, sheet] of waiting) if (sheet?.instanceId === instanceId) waiting.delete(id)
      await shelf?.forget(instanceId).catch(() => onProblem('noDatabase'))
    },
    /** Call it when the page is about to go: what is not kept yet waits in this browser tab's storage. */
    leave() {
      const late = [...underWay.values(), ...waiting.values()].filter((sheet) => sheet !== null)
      if (late.length === 0) return
      const ids = new Set(late.map(({ id }) => id))
      unsaved.change((kept) => [...kept.filter((stored) => !ids.has(sheetOf(stored)?.id ?? '')), ...late])
    },
  }
}

/** Whether a sheet is kept as it is. */
function isIn(stored: readonly StoredSheet[], sheet: Sheet): boolean {
  const found = stored.find(({ id }) => id === sheet.id)
  return found !== undefined && found.closedAt === undefined && textOf(found) === textOf(sheet)
}

function textOf({ instanceId, title, link, table, draft, layout }: Sheet): string {
  return JSON.stringify([instanceId, title, link, table, draft, layout])
}

/** A statement longer than this lasts as long as the page: otherwise every key would write it again. */
const LENGTH_MAX = 1_000_000

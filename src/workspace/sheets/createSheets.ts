import { createStore } from 'zustand/vanilla'
import { keepValue } from '../../storage/keptValue.ts'
import { copyOfSheet, newSheet, tableIn, type Draft, type Sheet } from './sheet.ts'
import { shownOf, withChanged, withClosed, withMoved, withOpened, withReopened, type SheetList } from './sheetList.ts'
import { keepSheets, type KeepingSetup, type SheetsState } from './keepSheets.ts'
import { listAtFirst, tabListFrom, tabListOf, type TabList } from './tabList.ts'

/** What is shown, as the page sees it. */
export type ShownQuestion = Pick<Sheet, 'instanceId' | 'link' | 'table'>

export type Sheets = ReturnType<typeof createSheets>

/**
 * The sheets of this browser tab. They can be read and written at once; what was kept before joins them when it has been
 * loaded. A sheet belongs to one browser tab at a time: another one that goes on with it has a copy, so neither loses
 * anything. Without a database they last as long as the page.
 */
export function createSheets(setup: KeepingSetup) {
  const { tab, hold, onProblem } = setup
  const listed = keepValue<TabList | null>({
    storage: tab,
    name: 'rowan.sheets',
    fallback: null,
    parse: tabListOf,
    onProblem,
  })
  const before = listed.get()
  const store = createStore<SheetsState>(() => ({ isLoaded: false, ...listAtFirst(before) }))
  if (before === null) void hold(store.getState().shown, true)
  const kept = keepSheets(setup, store, before)

  /** Shows a list, and keeps what is new in it. */
  const set = (list: SheetList) => {
    const now = store.getState()
    if (list === now) return
    store.setState(list)
    listed.change(() => tabListFrom(store.getState()))
    for (const sheet of list.sheets) {
      if (!now.sheets.includes(sheet)) kept.save(sheet)
      if (!now.sheets.some(({ id }) => id === sheet.id)) void hold(sheet.id, true)
    }
    for (const { sheet } of list.closed) if (now.sheets.includes(sheet)) kept.save(sheet, true)
  }
  const change = (id: string, next: Partial<Sheet>) => set(withChanged(store.getState(), id, next))

  return {
    get: store.getState,
    subscribe: (listener: () => void) => store.subscribe(listener),
    async load() {
      await kept.load()
      listed.change(() => tabListFrom(store.getState()))
    },
    leave: () => kept.leave(),
    /** Notes what the page shows: in the sheet that is shown, or in one of its own if another instance's draft is in that. */
    note(question: ShownQuestion) {
      const list = store.getState()
      const sheet = shownOf(list)
      const table = question.table ?? (question.link === sheet.link ? sheet.table : null)
      const isOther = sheet.instanceId !== '' && sheet.instanceId !== question.instanceId
      const mayBeWritten = sheet.draft !== null || sheet.title !== null || (before !== null && !list.isLoaded)
      if (!isOther || !mayBeWritten) {
        const isSameTable = !isOther && tableIn(question.link) === tableIn(sheet.link)
        return change(sheet.id, { ...question, table, layout: isSameTable ? sheet.layout : {} })
      }
      const other = { ...newSheet(question.instanceId), ...question }
      return set({ ...withOpened(list, other, sheet.id), shown: other.id })
    },
    write: (id: string, draft: Draft) => change(id, { draft }),
    rename: (id: string, title: string | null) => change(id, { title: title?.trim() || null }),
    /** Shows a sheet; a closed one is reopened. false if this browser tab has none of that id. */
    show(id: string): boolean {
      const list = store.getState()
      const open = list.sheets.some((sheet) => sheet.id === id) ? list : withReopened(list, id)
      if (open === list && !list.sheets.some((sheet) => sheet.id === id)) return false
      set({ ...open, shown: id })
      return true
    },
    /** Opens a sheet behind the one that is shown, which stays so. */
    open(question: ShownQuestion): Sheet {
      const sheet = { ...newSheet(question.instanceId), ...question }
      set(withOpened(store.getState(), sheet, store.getState().shown))
      return sheet
    },
    /** Opens the same once more behind it. */
    duplicate(id: string): Sheet | null {
      const sheet = store.getState().sheets.find((each) => each.id === id)
      if (sheet === undefined) return null
      const copy = copyOfSheet(sheet)
      set(withOpened(store.getState(), copy, id))
      return copy
    },
    move: (id: string, to: number) => set(withMoved(store.getState(), id, to)),
    /** Closes a sheet unless it is the only one. */
    close: (id: string) => set(withClosed(store.getState(), id)),
    /** Opens a closed sheet at its place again: that one, or the one closed last. */
    reopen(id?: string): Sheet | null {
      const found = store.getState().closed.findLast(({ sheet }) => id === undefined || sheet.id === id)
      if (found === undefined) return null
      set(withReopened(store.getState(), found.sheet.id))
      return found.sheet
    },
    /** Forgets an instance; what of it is shown stays, without what was written. */
    async forget(instanceId: string) {
      await kept.load()
      const { sheets, shown, closed } = store.getState()
      const stays = (sheet: Sheet) => sheet.instanceId !== instanceId
      const left = sheets.filter((sheet) => stays(sheet) || sheet.id === shown)
      set({
        shown,
        sheets: left.map((sheet) => (stays(sheet) ? sheet : { ...newSheet(''), id: sheet.id })),
        closed: closed.filter(({ sheet }) => stays(sheet)),
      })
      await kept.forget(instanceId)
    },
  }
}

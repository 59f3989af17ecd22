import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { layoutOfText, type ColumnLayout } from '../../rows/columnLayout.ts'
import { browserStorage } from '../../storage/browserStorage.ts'
import { deviceStorage } from '../deviceStorage.ts'
import { sheetOfEntry } from '../steps.ts'
import { reportStorageProblem } from '../storageProblems.ts'
import { encodeView, nameSheet, showAsSheet, type View } from '../view.ts'
import { createSheets } from './createSheets.ts'
import { holdSheet } from './holdSheet.ts'
import type { SheetsState } from './keepSheets.ts'
import { tableIn, type Draft, type Sheet } from './sheet.ts'
import { createTableLayouts } from './tableLayouts.ts'

/** The sheets of this browser tab. */
export const sheets = createSheets({
  // Not in the way of the first rows.
  openShelf: () => import('./sheetDatabase.ts').then(({ sheetShelf }) => sheetShelf()),
  device: deviceStorage,
  tab: browserStorage('session'),
  hold: holdSheet,
  onProblem: reportStorageProblem,
})

/** Has the entries of the history name their sheets, and the sheet follow them. Call it before the page is drawn. */
export function followHistory(): void {
  const arrive = () => {
    const named = sheetOfEntry(window.history.state)
    // A link that was typed, or that came from the page, is shown in the sheet that was.
    if (named === null || !sheets.show(named)) nameSheet(sheets.get().shown)
  }
  arrive()
  window.addEventListener('popstate', arrive)
  window.addEventListener('hashchange', arrive)
  window.addEventListener('pagehide', sheets.leave)
  sheets.subscribe(() => nameSheet(sheets.get().shown))
}

/** What a view asks, as a sheet keeps it. */
export function linkOfSheet(view: View): string {
  return encodeView({ ...view, base: null, prefix: null })
}

/** Shows a sheet of this browser tab, as a new entry of the history. The view is what it asks, at its instance. */
export function showSheet(id: string, view: View): void {
  showAsSheet(id, view)
  sheets.show(id)
}

/** Opens a view in a sheet of its own behind the one that is shown, which stays so. */
export function openSheet(view: View, about: Pick<Sheet, 'instanceId' | 'table'>): Sheet {
  return sheets.open({ ...about, link: linkOfSheet(view) })
}

/** Opens a view in a sheet of its own, and shows that. */
export function openInNewSheet(view: View, about: Pick<Sheet, 'instanceId' | 'table'>): void {
  showSheet(openSheet(view, about).id, view)
}

/** The sheets of this browser tab; what was kept before is loaded by being looked at. */
export function useSheets(): SheetsState {
  useEffect(() => void sheets.load(), [])
  return useSyncExternalStore(sheets.subscribe, sheets.get)
}

/** The id of the sheet that is shown. */
export function useShownSheet(): string {
  return useSyncExternalStore(sheets.subscribe, () => sheets.get().shown)
}

/** What is in the editor of the sheet that is shown when this is first drawn; null if nothing is, or not loaded yet. */
export function useDraft() {
  const [id] = useState(() => sheets.get().shown)
  const { sheets: all, isLoaded } = useSheets()
  const draft = all.find((sheet) => sheet.id === id)?.draft ?? null
  return { draft, isLoaded, write: (next: Draft) => sheets.write(id, next) }
}

/**
 * How the columns of the table that a view shows are laid out: as its link says, else as last on this device. `keep` notes
 * a change on the device; the view that has it is the caller's to show.
 */
export function useTableLayout(instanceId: string, table: string | null, view: View) {
  const shown = useShownSheet()
  const layout = useMemo(() => {
    if (view.layout !== '') return layoutOfText(view.layout)
    const sheet = sheets.get().sheets.find((each) => each.id === shown)
    const own = sheet !== undefined && tableIn(sheet.link) === table ? sheet.layout : {}
    if (Object.keys(own).length > 0 || table === null) return own
    return tableLayouts.get(instanceId, table) ?? {}
  }, [shown, instanceId, table, view.layout])
  const keep = (next: ColumnLayout) => {
    if (table !== null) tableLayouts.set(instanceId, table, next)
  }
  return { layout, keep }
}

/** Forgets all sheets of an instance, and how its tables were laid out. */
export function forgetSheetsOf(instanceId: string): void {
  tableLayouts.forget(instanceId)
  void sheets.forget(instanceId)
}

const tableLayouts = createTableLayouts(deviceStorage, reportStorageProblem)

/** How many statements are kept for an instance, which go with it. */
export function useDraftCount(instanceId: string): number {
  const here = useSheets().sheets
  const [stored, setStored] = useState<readonly Sheet[]>([])
  useEffect(() => {
    let isHere = true
    void import('./loadSheets.ts')
      .then(({ keptSheets }) => keptSheets())
      .then((found) => isHere && setStored(found), ignore)
    return () => void (isHere = false)
  }, [])
  const all = new Map([...stored, ...here].map((sheet) => [sheet.id, sheet]))
  const drafts = [...all.values()].filter(({ draft }) => draft !== null && draft.text !== '')
  return drafts.filter((sheet) => sheet.instanceId === instanceId).length
}

const ignore = () => undefined

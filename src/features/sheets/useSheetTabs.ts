import { placeOf } from '../connect/placeOf.ts'
import type { Instance } from '../../instances/instance.ts'
import { sheetsWords } from '../../words/en/sheets/sheets.ts'
import type { Sheet } from '../../workspace/sheets/sheet.ts'
import { openInNewSheet, sheets, showSheet, useSheets } from '../../workspace/sheets/sheets.ts'
import { decodeView, emptyView, type View } from '../../workspace/view.ts'
import { sayClosed } from './closedNotice.ts'
import { sheetFace, type SheetFace } from './sheetTitle.ts'

export interface SheetPlace {
  readonly instances: readonly Instance[]
  readonly instance: Instance
  readonly view: View
  /** The title of the table that is shown; null while unknown. */
  readonly table: string | null
}

/** A sheet as a tab. */
export interface SheetTab extends SheetFace {
  readonly sheet: Sheet
  /** Its title with all that is to be seen of it. */
  readonly name: string
  readonly isShown: boolean
  /** The title of its instance, if that is another than the one that is shown. */
  readonly elsewhere: string | null
}

/** What can be done with the tabs. */
export type SheetActions = ReturnType<typeof actionsOn>

/** The tabs of this browser tab, and what can be done with them. Those of instances that are not known now wait. */
export function useSheetTabs(place: SheetPlace) {
  const state = useSheets()
  const { instances, instance } = place
  const tabs = state.sheets.flatMap((sheet): readonly SheetTab[] => {
    const isShown = sheet.id === state.shown
    const of = isShown ? instance : instances.find(({ id }) => id === sheet.instanceId)
    if (of === undefined) return []
    const face = sheetFace(sheet)
    const elsewhere = of.id === instance.id ? null : of.title
    const placed = elsewhere === null ? face.title : sheetsWords.at(face.title, elsewhere)
    return [{ ...face, sheet, isShown, elsewhere, name: face.isEdited ? sheetsWords.edited(placed) : placed }]
  })
  return { tabs, closed: state.closed.length, actions: actionsOn(tabs, place) }
}

function actionsOn(tabs: readonly SheetTab[], { instances, instance, view, table }: SheetPlace) {
  const placeAt = (id: string) => {
    const of = instances.find((each) => each.id === id)
    return of === undefined ? { base: null, prefix: null } : placeOf(of, instances)
  }
  const show = (sheet: Sheet) => {
    if (!tabs.some((tab) => tab.isShown && tab.sheet.id === sheet.id))
      showSheet(sheet.id, { ...decodeView(sheet.link), ...placeAt(sheet.instanceId) })
  }
  const close = (gone: readonly SheetTab[]) => {
    const left = tabs.filter((tab) => !gone.includes(tab))
    const at = tabs.findIndex(({ isShown }) => isShown)
    const shown = tabs[at]
    if (left.length === 0 || gone.length === 0) return
    const next = tabs.slice(at).find((tab) => left.includes(tab)) ?? left.findLast((tab) => tabs.indexOf(tab) < at)
    if (shown !== undefined && gone.includes(shown) && next !== undefined) show(next.sheet)
    for (const { sheet } of gone) sheets.close(sheet.id)
    sayClosed({
      words: gone.length === 1 && gone[0] ? sheetsWords.closed(gone[0].title) : sheetsWords.closedSeveral(gone.length),
      undo: () => {
        for (const { sheet } of gone.toReversed()) sheets.reopen(sheet.id)
        const again = gone.find(({ isShown }) => isShown)
        if (again !== undefined)
          showSheet(again.sheet.id, { ...decodeView(again.sheet.link), ...placeAt(again.sheet.instanceId) })
        return (again ?? gone[0])?.sheet.id
      },
    })
  }
  return {
    show,
    close,
    open: () => {
      const { resource, mode } = view
      const next = { ...emptyView, ...placeAt(instance.id), resource, mode }
      openInNewSheet(next, { instanceId: instance.id, table })
    },
    duplicate: (sheet: Sheet) => {
      const copy = sheets.duplicate(sheet.id)
      if (copy !== null) show(copy)
    },
    rename: (sheet: Sheet, title: string) => sheets.rename(sheet.id, title),
    /** Puts a tab before or behind another one. */
    move: (sheet: Sheet, beside: Sheet, isBehind: boolean) => {
      const others = sheets.get().sheets.filter(({ id }) => id !== sheet.id)
      const to = others.findIndex(({ id }) => id === beside.id)
      if (to !== -1) sheets.move(sheet.id, to + (isBehind ? 1 : 0))
    },
    reopen: () => {
      const again = sheets.reopen()
      if (again !== null) show(again)
    },
    /** Shows the next tab, or the one before, around the ends. */
    step: (by: 1 | -1) => {
      const at = tabs.findIndex(({ isShown }) => isShown)
      const next = tabs[(at + by + tabs.length) % tabs.length]
      if (next !== undefined) show(next.sheet)
    },
  }
}

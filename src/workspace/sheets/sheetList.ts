import type { Sheet } from './sheet.ts'

/** The sheets of one browser tab. */
export interface SheetList {
  /** In the order of the tabs; never empty. */
  readonly sheets: readonly Sheet[]
  /** The id of the one that is shown. */
  readonly shown: string
  /** Those that can be reopened, the one closed last at the end, each with the place where it was. */
  readonly closed: readonly ClosedSheet[]
}

export interface ClosedSheet {
  readonly sheet: Sheet
  readonly place: number
}

/** The sheet that is shown. */
export function shownOf({ sheets, shown }: Pick<SheetList, 'sheets' | 'shown'>): Sheet {
  const sheet = sheets.find(({ id }) => id === shown) ?? sheets[0]
  if (sheet === undefined) throw new Error('A list of sheets is never empty')
  return sheet
}

/** With a further sheet behind another, or at the end. */
export function withOpened(list: SheetList, sheet: Sheet, behind: string | null): SheetList {
  const place = behind === null ? -1 : list.sheets.findIndex(({ id }) => id === behind)
  return { ...list, sheets: list.sheets.toSpliced(place === -1 ? list.sheets.length : place + 1, 0, sheet) }
}

/** Without a sheet, which can be reopened; its neighbour is shown if it was. The only one stays. */
export function withClosed(list: SheetList, id: string): SheetList {
  const place = list.sheets.findIndex((sheet) => sheet.id === id)
  const sheet = list.sheets[place]
  const neighbour = list.sheets[place + 1] ?? list.sheets[place - 1]
  if (sheet === undefined || neighbour === undefined) return list
  return {
    sheets: list.sheets.toSpliced(place, 1),
    shown: list.shown === id ? neighbour.id : list.shown,
    closed: [...list.closed, { sheet, place }].slice(-CLOSED_MAX),
  }
}

/** With a closed sheet at its place again. */
export function withReopened(list: SheetList, id: string): SheetList {
  const found = list.closed.find(({ sheet }) => sheet.id === id)
  if (found === undefined) return list
  return {
    ...list,
    sheets: list.sheets.toSpliced(found.place, 0, found.sheet),
    closed: list.closed.filter((closed) => closed !== found),
  }
}

/** With a sheet further towards the start or the end. */
export function withMoved(list: SheetList, id: string, to: number): SheetList {
  const sheet = list.sheets.find((each) => each.id === id)
  if (sheet === undefined) return list
  const others = list.sheets.filter((each) => each !== sheet)
  return { ...list, sheets: others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, sheet) }
}

/** With something else in a sheet; the same list if there is nothing new. */
export function withChanged(list: SheetList, id: string, change: Partial<Sheet>): SheetList {
  const before = list.sheets.find((sheet) => sheet.id === id)
  if (before === undefined) return list
  const sheet = { ...before, ...change }
  if (isSame(before, sheet)) return list
  return { ...list, sheets: list.sheets.map((each) => (each.id === id ? sheet : each)) }
}

/** Texts may be long, and are compared at every key: never written as JSON for it. */
function isSame(before: unknown, now: unknown): boolean {
  if (Object.is(before, now)) return true
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return false
  const members = new Map<string, unknown>(Object.entries(before))
  const others = Object.entries(now)
  return members.size === others.length && others.every(([name, value]) => isSame(members.get(name), value))
}

/** So many closed sheets can be reopened. */
export const CLOSED_MAX = 20

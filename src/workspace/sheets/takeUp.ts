import { linkOfView } from '../keptQueries/keptQuery.ts'
import { decodeView } from '../view.ts'
import { copyOfSheet, openSheetOf, type Sheet, type StoredSheet } from './sheet.ts'
import { shownOf, type SheetList } from './sheetList.ts'

/** What a browser tab finds when it has been read what is kept. */
export interface Found {
  /** All that is kept, the one changed last at the end. */
  readonly stored: readonly StoredSheet[]
  /** Those that this browser tab alone may write to now. */
  readonly held: ReadonlySet<string>
}

/**
 * A browser tab that comes back has its sheets again. One that another tab has, as after the browser tab was duplicated,
 * goes on in a copy. `before`: the ids of those that it had when its page began.
 */
export function takenAgain(list: SheetList, { stored, held }: Found, before: ReadonlySet<string>): SheetList {
  const kept = new Map(stored.map((sheet) => [sheet.id, sheet]))
  let { shown } = list
  const sheets = list.sheets.map((sheet) => {
    if (!before.has(sheet.id)) return sheet
    const found = joined(sheet, kept.get(sheet.id))
    if (held.has(sheet.id)) return found
    const copy = copyOfSheet(found)
    if (shown === sheet.id) shown = copy.id
    return copy
  })
  const closed = list.closed
    .filter(({ sheet: { id } }) => !before.has(id) || held.has(id))
    .map(({ sheet, place }) => ({ sheet: joined(sheet, kept.get(sheet.id)), place }))
  return { sheets, shown, closed }
}

/**
 * A new browser tab takes back the sheets that no other has, as after a crash. What it shows goes on with what was written
 * last, if the address asks for nothing else: in the sheet itself, or in a copy if another tab has that. `gone`: kept
 * sheets that are in another one now, or not worth keeping.
 */
export function takenFirst(
  list: SheetList,
  { stored, held }: Found,
  preferred: string | null,
): { readonly list: SheetList; readonly gone: readonly string[] } {
  const own = new Set(list.sheets.map(({ id }) => id))
  const open = stored.filter(({ id, closedAt }) => closedAt === undefined && !own.has(id))
  const left = open.filter(({ id }) => held.has(id))
  // A copy that nothing was written in says the same twice.
  const free = left.filter((sheet, at) => !left.slice(at + 1).some((later) => isAlike(sheet, later)))
  const others = open.filter(({ id }) => !held.has(id))
  const shown = shownOf(list)
  const next = goneOnWith(shown, free, preferred) ?? { sheet: continued(shown, others, preferred), from: null }
  const back = free.filter((sheet) => sheet.id !== next.from && isWorthKeeping(sheet))
  const sheets = list.sheets.map((sheet) => (sheet.id === shown.id ? next.sheet : sheet))
  return {
    list: { ...list, sheets: [...back.map(openSheetOf), ...sheets] },
    gone: left.filter((sheet) => !back.includes(sheet)).map(({ id }) => id),
  }
}

/** The sheet that is shown as the one that was left, and which that was; null if none fits. */
function goneOnWith(
  shown: Sheet,
  free: readonly StoredSheet[],
  preferred: string | null,
): { readonly sheet: Sheet; readonly from: string } | null {
  if (shown.draft !== null) return null
  const { id, link, table } = shown
  const ofInstance = free.filter(({ instanceId }) => instanceId === shown.instanceId)
  const same = ofInstance.findLast((sheet) => sheet.link === link && isWorthKeeping(sheet))
  if (same !== undefined) return { sheet: { ...openSheetOf(same), id, table: table ?? same.table }, from: same.id }
  const drafts = isBare(link) ? ofInstance.filter((sheet) => isDraftOnly(sheet)) : []
  const draft = drafts.find((sheet) => sheet.id === preferred) ?? drafts.at(-1)
  return draft === undefined ? null : { sheet: { ...openSheetOf(draft), id, link, table }, from: draft.id }
}

/** The sheet that is shown, with a copy of what was written last in another tab. */
function continued(shown: Sheet, others: readonly StoredSheet[], preferred: string | null): Sheet {
  if (shown.draft !== null) return shown
  const written = others.filter(({ instanceId, draft }) => instanceId === shown.instanceId && hasText(draft))
  const last = written.find((sheet) => sheet.id === preferred) ?? written.at(-1)
  if (last === undefined) return shown
  const { sql } = decodeView(shown.link)
  const goesOn = isBare(shown.link) || (sql !== '' && last.draft?.lastRun?.sql === sql)
  return goesOn ? { ...shown, draft: last.draft } : shown
}

/** What a tab knows of a sheet, with what only the database knows. */
function joined(sheet: Sheet, kept: StoredSheet | undefined): Sheet {
  if (kept === undefined || kept.instanceId !== sheet.instanceId) return sheet
  return {
    ...sheet,
    link: sheet.link === '' ? kept.link : sheet.link,
    draft: sheet.draft ?? kept.draft,
    layout: { ...kept.layout, ...sheet.layout },
  }
}

/** Whether more is in a sheet than a table as it is. */
function isWorthKeeping({ title, link, draft }: Sheet): boolean {
  return title !== null || hasText(draft) || !isBare(link)
}

function isAlike(a: Sheet, b: Sheet): boolean {
  return a.instanceId === b.instanceId && a.title === b.title && a.link === b.link && a.draft?.text === b.draft?.text
}

/** Nothing but a draft, which may go on under another address. */
function isDraftOnly({ title, link, draft }: Sheet): boolean {
  return title === null && hasText(draft) && !asksByForm(link)
}

function hasText(draft: Sheet['draft']): boolean {
  return draft !== null && draft.text !== ''
}

function isBare(link: string): boolean {
  return decodeView(link).sql === '' && !asksByForm(link)
}

function asksByForm(link: string): boolean {
  const view = decodeView(link)
  return linkOfView({ ...view, mode: 'filter' }, view.resource) !== null
}

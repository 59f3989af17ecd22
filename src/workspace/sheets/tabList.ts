import * as v from 'valibot'
import { layoutOf } from '../../rows/columnLayout.ts'
import { newSheet, type Sheet } from './sheet.ts'
import type { SheetList } from './sheetList.ts'

/** What a browser tab keeps of its sheets by itself: enough to show their tabs before the database has opened. */
export interface TabList {
  readonly shown: string
  readonly sheets: readonly TabHead[]
  /** Those that can be reopened: Back may lead to one before the database has opened. */
  readonly closed: readonly TabHead[]
}

type TabHead = Pick<Sheet, 'id' | 'instanceId' | 'title' | 'link' | 'table' | 'layout'>

/** The list that was kept; null for what can't be read. Never throws. */
export function tabListOf(stored: unknown): TabList | null {
  const read = v.safeParse(Kept, stored)
  if (!read.success) return null
  const { shown, sheets, closed } = read.output
  const laidOut = (heads: typeof sheets) => heads.map((head) => ({ ...head, layout: layoutOf(head.layout) }))
  return { shown, sheets: laidOut(sheets), closed: laidOut(closed) }
}

/** What is to be kept of a list. */
export function tabListFrom({ sheets, shown, closed }: SheetList): TabList {
  return { shown, sheets: sheets.map(headOf), closed: closed.map(({ sheet }) => headOf(sheet)) }
}

function headOf({ id, instanceId, title, link, table, layout }: Sheet): TabHead {
  // The storage of a browser tab is small, and the database has the rest.
  return { id, instanceId, title, link: link.length > LINK_MAX ? '' : link, table, layout }
}

/** The list that a page begins with. */
export function listAtFirst(kept: TabList | null): SheetList {
  const sheets = (kept?.sheets ?? []).map((head): Sheet => ({ ...head, draft: null }))
  const closed = (kept?.closed ?? []).map((head) => ({ sheet: { ...head, draft: null }, place: sheets.length }))
  const first = sheets[0] ?? newSheet('')
  const shown = sheets.find(({ id }) => id === kept?.shown) ?? first
  return { sheets: sheets.length === 0 ? [first] : sheets, shown: shown.id, closed }
}

const LINK_MAX = 10_000

const name = v.pipe(v.string(), v.minLength(1))
const textOrNull = v.nullable(v.string())

const Head = v.object({
  id: name,
  instanceId: v.string(),
  title: textOrNull,
  link: v.string(),
  table: textOrNull,
  layout: v.optional(v.unknown()),
})

const Kept = v.object({ shown: v.string(), sheets: v.array(Head), closed: v.array(Head) })

import * as v from 'valibot'
import { layoutOf, type ColumnLayout } from '../../rows/columnLayout.ts'
import { linkPairs } from '../view.ts'

/** The last run of a statement. */
export interface RunSummary {
  readonly sql: string
  /** Ms since 1970; null if that is not known. */
  readonly at: number | null
  /** The values of its parameters, as the view has them; absent: none. */
  readonly parameters?: string
}

/** What is in the SQL editor of a sheet. */
export interface Draft {
  readonly text: string
  /** What had been run last when that was written. */
  readonly lastRun: RunSummary | null
  /** The values of its parameters, as the view has them; absent: none. */
  readonly parameters?: string
}

/** One question that is open: a tab of the page. */
export interface Sheet {
  readonly id: string
  readonly instanceId: string
  /** The name that the user gave it; without one its title is made from what it asks. */
  readonly title: string | null
  /** What it shows, as `encodeView` writes it, without the address of its instance; links are read for ever. */
  readonly link: string
  /** The title of its table when it was last shown; null if that was not known. */
  readonly table: string | null
  /** null while nothing was ever written in its editor. */
  readonly draft: Draft | null
  /** The widths that a sheet of an earlier version has; its link has them now. */
  readonly layout: ColumnLayout
}

/** A sheet as the browser's database keeps it. */
export interface StoredSheet extends Sheet {
  /** Ms since 1970. */
  readonly changedAt: number
  /** When it was closed, ms since 1970: it can be reopened for a while. */
  readonly closedAt?: number
}

/** A sheet that shows an instance's first table and asks nothing. */
export function newSheet(instanceId: string): Sheet {
  return { id: newSheetId(), instanceId, title: null, link: '', table: null, draft: null, layout: {} }
}

/** The same question as a sheet of its own. */
export function copyOfSheet(sheet: Sheet): Sheet {
  return { ...sheet, id: newSheetId() }
}

/** The sheet that was kept, open. */
export function openSheetOf({ changedAt: _changed, closedAt: _closed, ...sheet }: StoredSheet): Sheet {
  return sheet
}

function newSheetId(): string {
  // `crypto.randomUUID` is missing on pages that came by plain HTTP.
  return `sheet:${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')}`
}

/** The table that a sheet's link names; null for the instance's usual one. */
export function tableIn(link: string): string | null {
  return linkPairs(link).find(([parameter]) => parameter === 'table')?.[1] ?? null
}

/** The sheet that was kept; null for what can't be read. Never throws. */
export function sheetOf(stored: unknown): StoredSheet | null {
  const read = v.safeParse(Stored, stored)
  if (!read.success) return null
  const { closedAt, layout, ...sheet } = read.output
  return { ...sheet, layout: layoutOf(layout), ...(closedAt !== undefined && { closedAt }) }
}

const name = v.pipe(v.string(), v.minLength(1))

const Stored = v.object({
  id: name,
  instanceId: name,
  changedAt: v.fallback(v.number(), 0),
  closedAt: v.fallback(v.optional(v.number()), undefined),
  title: v.fallback(v.nullable(name), null),
  link: v.string(),
  table: v.fallback(v.nullable(name), null),
  draft: v.fallback(
    v.nullable(
      v.object({
        text: v.string(),
        lastRun: v.fallback(
          v.nullable(
            v.object({ sql: v.string(), at: v.nullable(v.number()), parameters: v.exactOptional(v.string()) }),
          ),
          null,
        ),
        parameters: v.exactOptional(v.string()),
      }),
    ),
    null,
  ),
  layout: v.fallback(v.unknown(), {}),
})

import * as v from 'valibot'
import { layoutOf } from '../../rows/columnLayout.ts'
import type { EarlierDraft } from '../earlierWorkspace.ts'
import { emptyView, encodeView } from '../view.ts'
import type { StoredSheet } from './sheet.ts'

/**
 * The sheet that an open query is: until autumn 2026 what was written was kept so, one for each instance and browser tab.
 * null for what can't be read. Never throws.
 */
export function sheetOfOpenQuery(stored: unknown): StoredSheet | null {
  const read = v.safeParse(OpenQuery, stored)
  if (!read.success) return null
  const { id, instanceId, changedAt, layout, body } = read.output
  const sheet = { id, instanceId, changedAt, title: null, table: null, layout: layoutOf(layout) }
  if (body.kind === 'table') return { ...sheet, link: body.link, draft: null }
  const { text, lastRun } = body
  return { ...sheet, link: linkOfStatement(lastRun?.sql ?? ''), draft: { text, lastRun } }
}

/** The sheet of a draft that was kept before that: the same id in every browser tab that moves it, older than all since. */
export function sheetOfEarlierDraft({ instanceId, text, ran }: EarlierDraft, place: number): StoredSheet {
  return {
    id: `draft ${instanceId}`,
    instanceId,
    changedAt: place,
    title: null,
    link: linkOfStatement(ran),
    table: null,
    draft: { text, lastRun: ran === '' ? null : { sql: ran, at: null } },
    layout: {},
  }
}

function linkOfStatement(sql: string): string {
  return encodeView({ ...emptyView, mode: 'sql', sql })
}

const name = v.pipe(v.string(), v.minLength(1))

const OpenQuery = v.object({
  id: name,
  instanceId: name,
  changedAt: v.number(),
  layout: v.optional(v.unknown()),
  body: v.variant('kind', [
    v.object({ kind: v.literal('table'), link: v.string() }),
    v.object({
      kind: v.literal('sql'),
      text: v.string(),
      lastRun: v.nullable(v.object({ sql: v.string(), at: v.nullable(v.number()) })),
    }),
  ]),
})

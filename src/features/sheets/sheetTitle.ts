import '../../query/operators/all.ts'
import { Code, Sigma, Table2, type LucideIcon } from 'lucide-react'
import { tablesRead } from '../../sql/tables/tablesRead.ts'
import { sheetsWords } from '../../words/en/sheets/sheets.ts'
import type { Sheet } from '../../workspace/sheets/sheet.ts'
import { decodeView } from '../../workspace/view.ts'
import { viewTitle } from '../kept/viewTitle.ts'

/** How a sheet looks as a tab. */
export interface SheetFace {
  /** The user's, else in few words what it asks. */
  readonly title: string
  /** All that it asks, for who points at the tab. */
  readonly whole: string
  readonly icon: LucideIcon
  /** Something is in its editor that was not run. */
  readonly isEdited: boolean
}

/** The face of a sheet: of a statement its first comment or what it reads, else what is asked of the table. */
export function sheetFace(sheet: Sheet): SheetFace {
  // All are asked for at every key in the editor of one.
  const face = faces.get(sheet) ?? faceOf(sheet)
  faces.set(sheet, face)
  return face
}

const faces = new WeakMap<Sheet, SheetFace>()

function faceOf(sheet: Sheet): SheetFace {
  const { link, draft, table } = sheet
  const view = decodeView(link)
  const text = draft?.text ?? view.sql
  const ran = view.sql === '' ? (draft?.lastRun?.sql ?? '') : view.sql
  const isEdited = draft !== null && draft.text.trim() !== '' && draft.text.trim() !== ran.trim()
  if (view.mode === 'sql') {
    const made = statementTitle(
      text,
      view.resource === null || table === null ? null : { id: view.resource, title: table },
    )
    return { title: sheet.title ?? made, whole: text.slice(0, READ_MAX).trim() || made, icon: Code, isEdited }
  }
  const name = table ?? view.resource ?? sheetsWords.table
  const asked = viewTitle(view)
  const whole = asked === '' ? name : `${name}: ${asked}`
  return { title: sheet.title ?? (asked || name), whole, icon: view.summary === '' ? Table2 : Sigma, isEdited }
}

/** A statement of megabytes is not read for its name. */
const READ_MAX = 4000

function statementTitle(text: string, open: { readonly id: string; readonly title: string } | null): string {
  const sql = text.slice(0, READ_MAX).trim()
  if (sql === '') return sheetsWords.newQuery
  const comment = /^--[ \t]*(.*\S)/.exec(sql)?.[1] ?? /^\/\*\s*(.*?\S)\s*(?:\*\/|\n)/.exec(sql)?.[1]
  if (comment !== undefined) return comment
  const tables = tablesRead(sql).map((name) => (name === open?.id ? open.title : name))
  return tables.length === 0 ? sheetsWords.query : sheetsWords.queryOn(tables)
}

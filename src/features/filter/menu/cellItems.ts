import '../../../query/operators/all.ts'
import {
  ArrowDownToLine,
  ArrowUpToLine,
  CircleSlash,
  ClipboardCopy,
  Copy,
  ExternalLink,
  ListFilter,
  ListPlus,
  PanelRight,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { linkOf } from '../../../words/linkOf.ts'
import { visibleLine } from '../../../words/visibleText.ts'
import type { View } from '../../../workspace/view.ts'
import { comparedText, withValueEdit, type FieldValue, type ValueEdit } from '../../../workspace/edits/valueEdits.ts'
import type { FieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { MenuItem } from '../../../ui/floating/Menu.tsx'
import { gridMenuWords } from '../../../words/en/filter/gridMenu.ts'
import { keyCap } from '../../shortcuts/keyNames.ts'

/** A value of the grid, and what can be asked of the server. */
export interface ChosenCell {
  readonly view: View
  readonly field: string
  readonly kind: FieldKind
  /** Null is null. */
  readonly value: JsonText | null
  /** Whether the server can be asked for what a view shows. */
  readonly canAsk: (view: View) => boolean
}

/** What becomes of the view by an edit for a value: the view, or why there is none. */
export type EditedView = { readonly view: View } | { readonly refusal: string }

/** The view asked for this of the cell's value. Where a server can't be asked for a stretch of time, the time as shown has to do. */
export function editedView(cell: ChosenCell, edit: ValueEdit): EditedView {
  const value = fieldValue(cell)
  if (value === null) return { refusal: gridMenuWords.notCompared }
  const views = [false, true].map((isExact) => withValueEdit(cell.view, value, edit, isExact))
  if (views.includes(null)) return { refusal: gridMenuWords.isSo }
  const view = views.find((each) => each !== null && cell.canAsk(each))
  return view === undefined || view === null ? { refusal: gridMenuWords.unsaid } : { view }
}

function fieldValue({ field, kind, value }: ChosenCell): FieldValue | null {
  const text = comparedText(value, kind)
  return text === undefined ? null : { field, kind, text }
}

export interface CellActions {
  readonly onView: (view: View) => void
  /** How many cells are selected, the one of the menu among them. */
  readonly selected: number
  readonly onCopy: () => void
  /** Shows the forms in which they can be copied. */
  readonly onCopyAs: () => void
  readonly onOpenRecord: () => void
}

/** What can be done with a value: asked for, excluded, compared with, copied; and its record opened. */
export function cellItems(cell: ChosenCell, actions: CellActions): readonly (readonly MenuItem[])[] {
  const shown = shownValue(cell)
  const isMeasured = cell.kind !== 'text' && cell.kind !== 'boolean' && cell.value !== null
  const isTime = cell.kind !== 'integer' && cell.kind !== 'numeric'
  const item = (edit: ValueEdit, title: string, icon: LucideIcon, keys?: string): readonly MenuItem[] => {
    const edited = editedView(cell, edit)
    if ('view' in edited)
      return [{ id: edit, title, bold: shown, icon, keys, onChoose: () => actions.onView(edited.view) }]
    // Only the ways that everyone looks for are shown where they can't be gone.
    const isExpected = edit === 'only' || edit === 'exclude'
    return isExpected ? [{ id: edit, title, bold: shown, icon, keys, refusal: edited.refusal, onChoose: none }] : []
  }
  const words = gridMenuWords
  const values = [
    ...item('only', words.only(shown), ListFilter, keyCap('filterByValue')),
    ...item('include', words.include(shown), ListPlus),
    ...item('exclude', words.exclude(shown), CircleSlash, keyCap('excludeValue')),
  ]
  const bounds = isMeasured
    ? [
        ...item('atLeast', isTime ? words.since(shown) : words.atLeast(shown), ArrowUpToLine),
        ...item('atMost', isTime ? words.until(shown) : words.atMost(shown), ArrowDownToLine),
      ]
    : []
  const copy = {
    id: 'copy',
    title: actions.selected > 1 ? words.copyCells(actions.selected) : words.copy,
    icon: Copy,
    keys: keyCap('copyCells'),
    onChoose: actions.onCopy,
  }
  const copyAs = { id: 'copyAs', title: words.copyAs, icon: ClipboardCopy, onChoose: actions.onCopyAs }
  const record = {
    id: 'record',
    title: words.openRecord,
    icon: PanelRight,
    keys: keyCap('openRecord'),
    onChoose: actions.onOpenRecord,
  }
  const address = cell.kind === 'text' && cell.value?.startsWith('"') ? linkOf(String(JSON.parse(cell.value))) : null
  const link = {
    id: 'link',
    title: words.openLink,
    icon: ExternalLink,
    onChoose: () => void window.open(address ?? '', '_blank', 'noopener,noreferrer'),
  }
  return [values, bounds, [copy, copyAs, ...(address === null ? [] : [link]), record]]
}

function none(): void {}

/** The value as it is called in the menu: short, on one line. */
function shownValue({ value }: ChosenCell): string {
  if (value === null || value === 'null') return gridMenuWords.null
  if (value === '""') return gridMenuWords.emptyText
  const text = visibleLine(
    value.startsWith('"') && value.length < 400 ? String(JSON.parse(value)) : value.slice(0, 400),
  )
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}

const MOST = 32

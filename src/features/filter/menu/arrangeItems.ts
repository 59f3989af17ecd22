import {
  ArrowLeft,
  ArrowRight,
  Copy,
  EyeOff,
  MoveHorizontal,
  PanelRight,
  Pin,
  PinOff,
  TextCursorInput,
} from 'lucide-react'
import type { FieldKind } from '../../../protocol/field.ts'
import type { ColumnLayout } from '../../../rows/columnLayout.ts'
import { arrangedColumns, stepOf, type LayoutEdit } from '../../../rows/layoutEdits.ts'
import type { MenuItem } from '../../../ui/floating/Menu.tsx'
import { gridMenuWords } from '../../../words/en/filter/gridMenu.ts'
import { keyCap } from '../../shortcuts/keyNames.ts'

/** A column of the grid, among the others. */
export interface PlacedField {
  readonly field: string
  readonly kind: FieldKind
  /** The names of all columns, as they come. */
  readonly ids: readonly string[]
  readonly layout: ColumnLayout
}

export interface ArrangeActions {
  readonly onArrange: (edit: LayoutEdit) => void
  readonly onFit: () => void
  readonly onFormat: () => void
  readonly onHide: () => void
  readonly onCopyName: () => void
  readonly onProfile: () => void
}

/** What can be done with a column as it stands in the grid: pinned, moved, fitted, shown in another format, hidden. */
export function arrangeItems(
  { field, kind, ids, layout }: PlacedField,
  { onArrange, onFit, onFormat, onHide, onCopyName, onProfile }: ArrangeActions,
): readonly (readonly MenuItem[])[] {
  const words = gridMenuWords
  const shown = arrangedColumns(ids, layout)
  const pin = shown.find(({ id }) => id === field)?.pin ?? null
  const pinItem = (to: 'left' | 'right'): readonly MenuItem[] => {
    const title = to === 'left' ? words.pinLeft : words.pinRight
    return pin === to
      ? []
      : [{ id: `pin-${to}`, title, icon: Pin, onChoose: () => onArrange({ kind: 'pin', id: field, pin: to }) }]
  }
  const unpin: MenuItem = {
    id: 'unpin',
    title: words.unpin,
    icon: PinOff,
    onChoose: () => onArrange({ kind: 'pin', id: field, pin: null }),
  }
  const stepItem = (by: -1 | 1): MenuItem => {
    const edit = stepOf(shown, field, by)
    return {
      id: by === -1 ? 'left' : 'right',
      title: by === -1 ? words.moveLeft : words.moveRight,
      icon: by === -1 ? ArrowLeft : ArrowRight,
      keys: by === -1 ? keyCap('moveColumnLeft') : keyCap('moveColumnRight'),
      refusal: edit === null ? words.atEnd : undefined,
      onChoose: () => edit !== null && onArrange(edit),
    }
  }
  const hasFormats = ['integer', 'numeric', 'date', 'timestamp', 'text'].includes(kind)
  return [
    [{ id: 'profile', title: words.profile, icon: PanelRight, keys: keyCap('columnProfile'), onChoose: onProfile }],
    [
      ...pinItem('left'),
      ...pinItem('right'),
      ...(pin === null ? [] : [unpin]),
      stepItem(-1),
      stepItem(1),
      { id: 'fit', title: words.fit, icon: MoveHorizontal, onChoose: onFit },
      { id: 'hide', title: words.hide, icon: EyeOff, keys: keyCap('hideColumn'), onChoose: onHide },
    ],
    [
      ...(hasFormats ? [{ id: 'format', title: words.showAs, icon: TextCursorInput, onChoose: onFormat }] : []),
      { id: 'copy-name', title: words.copyName, icon: Copy, onChoose: onCopyName },
    ],
  ]
}

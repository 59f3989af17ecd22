import { ArrowDown, ArrowUp, Circle, CircleSlash, ListFilter, ListPlus, Sigma } from 'lucide-react'
import type { View } from '../../../workspace/view.ts'
import { withNullsMoved } from '../../../workspace/edits/viewEdits.ts'
import type { MenuItem } from '../../../ui/floating/Menu.tsx'
import { gridMenuWords } from '../../../words/en/filter/gridMenu.ts'
import { keyCap } from '../../shortcuts/keyNames.ts'
import { orderWords } from '../sentence.ts'
import { editedView, type ChosenCell } from './cellItems.ts'

export interface HeaderActions {
  readonly onView: (view: View) => void
  readonly onFilter: () => void
  /** Absent: its values make no groups. */
  readonly onSummarise: (() => void) | undefined
}

/** What can be asked of a column: sorted by, filtered by, summarised by. */
export function headerItems(
  column: Omit<ChosenCell, 'value'>,
  mayNotSort: boolean,
  { onView, onFilter, onSummarise }: HeaderActions,
): readonly (readonly MenuItem[])[] {
  const { view, field, kind } = column
  const words = gridMenuWords
  const key = view.sort.find((each) => each.field === field)
  const sortRefusal = mayNotSort ? words.noSort : undefined
  const sort = (descending: boolean): MenuItem => ({
    id: descending ? 'down' : 'up',
    title: words.sortBy(orderWords(kind, descending)),
    icon: descending ? ArrowDown : ArrowUp,
    checked: key?.descending === descending && view.sort.length === 1,
    refusal: sortRefusal,
    onChoose: () => onView({ ...view, sort: [{ ...key, field, descending }] }),
  })
  const add: MenuItem = {
    id: 'add',
    title: words.addToSort,
    icon: ListPlus,
    keys: keyCap('addSort'),
    refusal: sortRefusal,
    onChoose: () => onView({ ...view, sort: [...view.sort, { field, descending: false }] }),
  }
  const nulls: MenuItem = {
    id: 'nulls',
    title: words.nullsFirst,
    checked: key?.nullsFirst === true,
    refusal: sortRefusal,
    onChoose: () => onView(withNullsMoved(view, field)),
  }
  const filter = { id: 'filter', title: words.filter, icon: ListFilter, keys: keyCap('addFilter'), onChoose: onFilter }
  return [
    [
      sort(false),
      sort(true),
      ...(key === undefined && view.sort.length > 0 ? [add] : []),
      ...(key !== undefined && field !== '_id' ? [nulls] : []),
    ],
    [
      filter,
      ...nullItems(column, onView),
      ...(onSummarise === undefined
        ? []
        : [{ id: 'summarise', title: words.summarise, icon: Sigma, keys: keyCap('summarise'), onChoose: onSummarise }]),
    ],
  ]
}

/** `_id` is never null. */
function nullItems(column: Omit<ChosenCell, 'value'>, onView: (view: View) => void): readonly MenuItem[] {
  if (column.field === '_id') return []
  return (['only', 'exclude'] as const).map((edit) => {
    const edited = editedView({ ...column, value: null }, edit)
    return {
      id: edit,
      title: edit === 'only' ? gridMenuWords.onlyNull : gridMenuWords.withoutNull,
      icon: edit === 'only' ? Circle : CircleSlash,
      refusal: 'refusal' in edited ? edited.refusal : undefined,
      onChoose: () => 'view' in edited && onView(edited.view),
    }
  })
}

import { Braces, FileText, List, Rows3, Table2, Type } from 'lucide-react'
import { useRef } from 'react'
import { Menu, type MenuItem } from '../../ui/floating/Menu.tsx'
import { gridWords } from '../../words/en/grid.ts'
import type { SelectedCount } from '../selection/selectedArea.ts'
import type { GridMenu } from '../useGridMenu.ts'
import type { CopyForm } from './copyForms.ts'

const words = gridWords.copyAs

export interface CopyFormsProps {
  /** Where it was asked for. */
  readonly menu: Pick<GridMenu, 'element' | 'at'>
  readonly count: SelectedCount
  /** The names of the selected columns. */
  readonly columns: readonly string[]
  readonly onCopy: (form: CopyForm) => void
  readonly onClose: () => void
}

/** The forms in which the selection can be copied. */
export function CopyForms({ menu, count, columns, onCopy, onClose }: CopyFormsProps) {
  const anchor = useRef<HTMLElement | null>(menu.element)
  const item = (id: CopyForm, title: string, icon: MenuItem['icon'], more: Partial<MenuItem> = {}): MenuItem => ({
    id,
    title,
    icon,
    onChoose: () => onCopy(id),
    ...more,
  })
  const [first = ''] = columns
  const isBlock = count.cells > 1
  const groups = [
    [
      item('withHeaders', words.withHeaders, Table2, isBlock ? { keys: words.ctrlC } : {}),
      item('withoutHeaders', words.withoutHeaders, Rows3, isBlock ? {} : { keys: words.ctrlC }),
    ],
    [
      item('csv', words.csv, FileText),
      item('json', words.json, Braces),
      item('markdown', words.markdown, Type),
      item('values', words.values, List),
      item('in', words.in(first), List, {
        bold: first,
        refusal: columns.length === 1 ? undefined : words.oneColumn,
      }),
    ],
  ]
  const note = words.note(count.rows, count.columns)
  return <Menu label={words.title} groups={groups} anchor={anchor} at={menu.at} note={note} onClose={onClose} />
}

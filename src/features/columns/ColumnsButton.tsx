import { Columns3 } from 'lucide-react'
import { useId, type Ref } from 'react'
import type { Field } from '../../protocol/field.ts'
import { chosenColumns, shownColumns } from '../../query/columns.ts'
import type { View } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { columnsWords } from '../../words/en/columns/columns.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import styles from './ColumnsButton.module.css'

export interface ColumnsButtonProps {
  readonly view: View
  /** The table's; null while unknown, so that nothing can be said of how many there are. */
  readonly fields: readonly Field[] | null
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Another button needs room, so how many they are gives way sooner. */
  readonly givesWay?: boolean
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

/** Opens and closes the panel of the columns, and says how many of them are shown. */
export function ColumnsButton({ view, fields, isOpen, onToggle, givesWay = false, ref }: ColumnsButtonProps) {
  const id = useId()
  const all = fields?.length ?? 0
  const shown = shownColumns(view, fields ?? []).length
  useShortcuts({ chooseColumns: all === 0 ? undefined : onToggle })
  const isPart = chosenColumns(view) !== null && all > 0
  return (
    <>
      <Button
        ref={ref}
        variant="ghost"
        icon={Columns3}
        collapses={3}
        title={columnsWords.title}
        aria-expanded={isOpen}
        aria-describedby={isPart ? id : undefined}
        disabled={all === 0}
        onClick={onToggle}
      >
        <span>{columnsWords.title}</span>
        <span className={styles.count} data-gives-way={givesWay || undefined} aria-hidden="true">
          {all > 0 && columnsWords.count(shown, all)}
        </span>
      </Button>
      {isPart && <VisuallyHidden id={id}>{columnsWords.described(shown, all)}</VisuallyHidden>}
    </>
  )
}

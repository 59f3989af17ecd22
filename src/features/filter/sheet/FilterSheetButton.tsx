import { ListFilter } from 'lucide-react'
import { useId } from 'react'
import { activeParts } from '../../../query/where.ts'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { sheetWords } from '../../../words/en/filter/sheet.ts'
import { FilterSheet, type FilterSheetProps } from './FilterSheet.tsx'
import styles from './FilterSheet.module.css'

export interface FilterSheetButtonProps extends FilterSheetProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** On a phone the form is a sheet, which this opens; how many conditions are on stands beside the icon. */
export function FilterSheetButton({ isOpen, onOpen, ...sheet }: FilterSheetButtonProps) {
  const isNarrow = useMediaQuery('(width < 640px)')
  const id = useId()
  const on = activeParts(sheet.view.where).length
  return (
    <>
      {isNarrow && (
        <span className={styles.opener}>
          <button
            type="button"
            aria-label={sheetWords.open}
            aria-haspopup="dialog"
            aria-describedby={id}
            disabled={sheet.fields.length === 0}
            onClick={onOpen}
          >
            <Icon icon={ListFilter} size={16} />
            {/* Drawn by the style: the description says it in words, and the name stays the one of the form. */}
            {on > 0 && <b data-count={on} />}
          </button>
          <VisuallyHidden id={id}>{sheetWords.areOn(on)}</VisuallyHidden>
        </span>
      )}
      {isOpen && <FilterSheet {...sheet} />}
    </>
  )
}

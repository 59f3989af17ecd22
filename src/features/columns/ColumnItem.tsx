import { Check, CircleAlert } from 'lucide-react'
import { memo, useId } from 'react'
import { Icon, typeIcon } from '../../ui/Icon.tsx'
import { columnsPanelWords } from '../../words/en/columnsPanel.ts'
import { shownName } from '../../words/shownName.ts'
import styles from './ColumnsPanel.module.css'
import type { ListedColumn } from './listedColumns.ts'

/** What is said of a column beside its name. */
export interface ColumnFigure {
  readonly words: string
  readonly whole: string
}

export interface ColumnItemProps {
  readonly column: ListedColumn
  readonly figure: string | undefined
  /** The figure with all digits. */
  readonly wholeFigure: string | undefined
  readonly isShown: boolean
  readonly isTabStop: boolean
  readonly onToggle: (name: string, isShown: boolean) => void
  readonly onFocus: (name: string) => void
}

/** A column with its tick. */
export const ColumnItem = memo(function ColumnItem(props: ColumnItemProps) {
  const { column, figure, wholeFigure, isShown, isTabStop, onToggle, onFocus } = props
  const { name, kind, label } = column
  const shown = shownName(name)
  const aside = kind === null ? columnsPanelWords.gone : label
  const [id, figureId] = [useId(), useId()]
  const describedBy = [...(aside === null ? [] : [id]), ...(figure === undefined ? [] : [figureId])].join(' ')
  return (
    <li>
      <label className={styles.item} title={label === null ? shown : `${shown}\n${label}`}>
        <span className={styles.box}>
          <input
            type="checkbox"
            aria-label={shown}
            aria-describedby={describedBy || undefined}
            checked={isShown}
            tabIndex={isTabStop ? 0 : -1}
            onChange={(event) => onToggle(name, event.target.checked)}
            onFocus={() => onFocus(name)}
          />
          <Icon icon={Check} size={12} />
        </span>
        <Icon icon={kind === null ? CircleAlert : typeIcon(kind)} />
        <span className={styles.name}>{shown}</span>
        {aside !== null && (
          <span id={id} className={styles.label}>
            {aside}
          </span>
        )}
        {figure !== undefined && (
          <span id={figureId} className={styles.figure} title={wholeFigure}>
            {figure}
          </span>
        )}
      </label>
    </li>
  )
})

import { Check, CircleAlert, GripVertical, Pin } from 'lucide-react'
import { memo, useId } from 'react'
import { Icon, typeIcon } from '../../ui/Icon.tsx'
import { columnsPanelWords } from '../../words/en/columns/columnsPanel.ts'
import { shownName } from '../../words/shownName.ts'
import styles from './ColumnItem.module.css'
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
  readonly isPinned: boolean
  readonly isTabStop: boolean
  /** Something is dragged over it, and would be dropped there. */
  readonly drop: 'before' | 'after' | undefined
  readonly onToggle: (name: string, isShown: boolean) => void
  readonly onPin: (name: string, isPinned: boolean) => void
  readonly onFocus: (name: string) => void
}

/** A column with its tick, what moves it and what pins it. */
export const ColumnItem = memo(function ColumnItem(props: ColumnItemProps) {
  const { column, figure, wholeFigure, isShown, isPinned, isTabStop, drop, onToggle, onPin, onFocus } = props
  const { name, kind, label } = column
  const shown = shownName(name)
  const aside = kind === null ? columnsPanelWords.gone : label
  const [id, figureId] = [useId(), useId()]
  const describedBy = [...(aside === null ? [] : [id]), ...(figure === undefined ? [] : [figureId])].join(' ')
  const tabIndex = isTabStop ? 0 : -1
  return (
    <li className={styles.row} data-column={name} data-drop={drop}>
      {kind !== null && (
        <button
          type="button"
          className={styles.move}
          data-part="move"
          aria-label={columnsPanelWords.move(shown)}
          title={columnsPanelWords.moveHint}
          tabIndex={-1}
          onFocus={() => onFocus(name)}
        >
          <Icon icon={GripVertical} size={12} />
        </button>
      )}
      <label className={styles.item} title={label === null ? shown : `${shown}\n${label}`}>
        <span className={styles.box}>
          <input
            type="checkbox"
            data-part="tick"
            aria-label={shown}
            aria-describedby={describedBy || undefined}
            checked={isShown}
            tabIndex={tabIndex}
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
      {kind !== null && isShown && (
        <button
          type="button"
          className={styles.pin}
          data-part="pin"
          aria-label={columnsPanelWords.pin(shown)}
          aria-pressed={isPinned}
          title={columnsPanelWords.pin(shown)}
          tabIndex={-1}
          onClick={() => onPin(name, !isPinned)}
          onFocus={() => onFocus(name)}
        >
          <Icon icon={Pin} size={14} />
        </button>
      )}
    </li>
  )
})

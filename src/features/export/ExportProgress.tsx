import { Button } from '../../ui/Button.tsx'
import { PopoverBody, PopoverFoot } from '../../ui/floating/Popover.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import styles from './ExportPanel.module.css'

export interface ExportProgressProps {
  readonly done: number
  /** null while it isn't known. */
  readonly total: number | null
  /** What the file will hold. */
  readonly content: string
  readonly onCancel: () => void
}

/** How far an export is, and the button that cancels it; Esc does too. */
export function ExportProgress({ done, total, content, onCancel }: ExportProgressProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc from the button inside
    <div
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      <PopoverBody>
        <p className={styles.figures}>
          <RichText parts={exportFileWords.recordsDoneOf(done, total)} />
        </p>
        <div
          className={styles.progress}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <progress> can't be drawn the same in all browsers
          role="progressbar"
          aria-label={exportFileWords.progress}
          aria-valuemin={0}
          aria-valuemax={total ?? undefined}
          aria-valuenow={total === null ? undefined : done}
          aria-valuetext={exportFileWords.recordsDone(done)}
        >
          <div
            style={{ inlineSize: total === null || total === 0 ? '0' : `${Math.min(100, (100 * done) / total)}%` }}
          />
        </div>
        <p className={styles.sentence}>{content}</p>
      </PopoverBody>
      <PopoverFoot>
        <span className={styles.spacer} />
        <Button size="sm" data-autofocus="" onClick={onCancel}>
          {exportFileWords.cancel}
        </Button>
      </PopoverFoot>
    </div>
  )
}

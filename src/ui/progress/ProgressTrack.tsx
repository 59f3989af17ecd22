import styles from './ProgressTrack.module.css'

export interface ProgressTrackProps {
  /** Its accessible name. */
  readonly label: string
  /** Of 100; null where nobody knows how much there is. */
  readonly share: number | null
  readonly isPaused: boolean
  /** How far it is, in words; without them the share is read out. */
  readonly words?: string | undefined
}

/** How far some work is, as a line that fills; hatched while the work is paused. */
export function ProgressTrack({ label, share, isPaused, words }: ProgressTrackProps) {
  return (
    <div
      className={styles.track}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <progress> can't be drawn the same in all browsers
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share ?? undefined}
      aria-valuetext={words}
    >
      <span
        style={{ inlineSize: `${share ?? 100}%` }}
        data-unknown={share === null || undefined}
        data-paused={isPaused || undefined}
      />
    </div>
  )
}

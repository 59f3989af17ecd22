// oxlint-disable jsx-a11y/prefer-tag-over-role -- the parts of <progress> are drawn by no common style
import type { ReactNode } from 'react'
import { RichText } from '../../ui/RichText.tsx'
import { createWords } from '../../words/en/create/create.ts'
import { ProgressTrack } from '../../ui/progress/ProgressTrack.tsx'
import styles from './ImportProgress.module.css'

export interface ImportBarProps {
  readonly label: string
  readonly title: string
  readonly detail: string
  readonly done: number
  /** null if it is not known. */
  readonly total: number | null
  readonly paused?: boolean | undefined
  /** How fast it goes and how long the rest will take. */
  readonly pace?: readonly string[] | undefined
  /** Buttons at the end of its line. */
  readonly children?: ReactNode
}

/** How far a check or a load is, as a figure and a bar. */
export function ImportBar({ label, title, detail, done, total, paused, pace = [], children }: ImportBarProps) {
  const share = total === null || total === 0 ? null : Math.min(100, Math.round((done / total) * 100))
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        <b>{title}</b>
        <span>{detail}</span>
        <span className={styles.figures}>
          <span>
            <RichText parts={createWords.done(done, total)} />
          </span>
          {pace.map((words) => (
            <span key={words}>{words}</span>
          ))}
          {children}
        </span>
      </div>
      <ProgressTrack label={label} share={share} isPaused={paused === true} />
    </div>
  )
}

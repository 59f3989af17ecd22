import type { ReactNode } from 'react'
import styles from './FormRow.module.css'

export interface FormRowProps {
  readonly label: string
  /** The id of the label, for an element that is named by it. */
  readonly labelId?: string | undefined
  readonly children: ReactNode
}

/** A part of the form under its label, for what is not a single input. */
export function FormRow({ label, labelId, children }: FormRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.label} id={labelId}>
        {label}
      </span>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './SheetView.module.css'

export interface ToolGroupProps {
  /** What they are for, as the name of the group; one button needs none. */
  readonly label?: string | undefined
  readonly children: ReactNode
}

/** Buttons above a result that belong together, set off by a line from those before. */
export function ToolGroup({ label, children }: ToolGroupProps) {
  if (label === undefined) return <div className={styles.toolGroup}>{children}</div>
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset takes no part in the line of buttons
    <div role="group" aria-label={label} className={styles.toolGroup}>
      {/* Seen where they are a sheet, on a phone. */}
      <span className={styles.heading} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}

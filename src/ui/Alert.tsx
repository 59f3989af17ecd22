import { CircleX, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import styles from './Alert.module.css'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import { Icon } from './Icon.tsx'

export interface AlertProps {
  readonly tone?: 'error' | 'warning' | undefined
  /** What is so, in one sentence. */
  readonly title: string
  /** What to do, in one sentence. */
  readonly children?: ReactNode
  /** At most two buttons. */
  readonly actions?: ReactNode
  /** The server's own words, one click away. */
  readonly serverText?: string | null | undefined
  /** What the button to those words says. */
  readonly serverTextLabel?: string | undefined
  /** For a narrow place, as the rail: no ground, no outline. */
  readonly plain?: boolean | undefined
}

/** An error or a warning next to its cause; spoken once, when it appears. */
export function Alert({
  tone = 'error',
  title,
  children,
  actions,
  serverText,
  serverTextLabel = 'Show server text',
  plain,
}: AlertProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className={classNames(styles.alert, styles[tone], plain && styles.plain)} role="alert">
      <Icon icon={tone === 'error' ? CircleX : TriangleAlert} size={16} />
      <div>
        <b>{title}</b>
        {children !== undefined && <p>{children}</p>}
        {(actions !== undefined || serverText) && (
          <div className={styles.actions}>
            {actions}
            {serverText && (
              <Button variant="ghost" size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
                {serverTextLabel}
              </Button>
            )}
          </div>
        )}
        {shown && serverText && <pre className={styles.server}>{serverText}</pre>}
      </div>
    </div>
  )
}

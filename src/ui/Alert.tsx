import { CircleX, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { uiWords } from '../words/en/ui.ts'
import styles from './Alert.module.css'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import { Icon } from './Icon.tsx'

export interface AlertProps {
  readonly tone?: 'error' | 'warning' | undefined
  /** What happened, in one sentence. */
  readonly title: string
  /** What to do, in one sentence. */
  readonly children?: ReactNode
  /** At most two buttons. */
  readonly actions?: ReactNode
  /** What the server said, one click away. */
  readonly serverText?: string | null | undefined
  /** The label of the button that shows it. */
  readonly serverTextLabel?: string | undefined
  /** For narrow places like the rail: no background, no outline. */
  readonly plain?: boolean | undefined
}

/** An error or a warning next to its cause; read out once, when it appears. */
export function Alert({
  tone = 'error',
  title,
  children,
  actions,
  serverText,
  serverTextLabel = uiWords.showServerText,
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

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { OpenableItem } from './OpenableItem.tsx'
import styles from './Rail.module.css'

export interface RailLineProps {
  readonly icon: LucideIcon
  readonly title: string
  /** What screen readers say before the title. */
  readonly kind?: string | undefined
  /** Its tooltip, besides the title. */
  readonly hint?: string | undefined
  /** What stands at its end, such as a number. */
  readonly aside: string | null
  /** It is what is shown. */
  readonly isCurrent: boolean
  /** It stands under another line. */
  readonly isDeep?: boolean | undefined
  /** Whether it shows the lines under it; absent: there can be none. */
  readonly isExpanded?: boolean | undefined
  readonly onOpen: () => void
  /** Opens it in a tab of its own, which is shown, or stays behind what is; absent: it can't be. */
  readonly onTab?: ((isShown: boolean) => void) | undefined
  /** Buttons behind it, seen while it is pointed at or has the focus. */
  readonly children?: ReactNode
}

/** A line under a table of the rail, for something that belongs to the table. */
export function RailLine({
  icon,
  title,
  kind,
  hint,
  aside,
  isCurrent,
  isDeep,
  isExpanded,
  onOpen,
  onTab,
  children,
}: RailLineProps) {
  return (
    <li className={styles.under}>
      <OpenableItem
        name={title}
        onOpen={onOpen}
        onTab={onTab}
        className={styles.item}
        aria-current={isCurrent || undefined}
        aria-expanded={isExpanded}
        data-deep={isDeep || undefined}
        title={[title, hint].filter(Boolean).join('\n')}
      >
        <Icon icon={icon} />
        <span>
          {kind !== undefined && <VisuallyHidden>{kind}</VisuallyHidden>}
          {title}
        </span>
        {aside !== null && (
          <small className={styles.aside} aria-hidden="true">
            {aside}
          </small>
        )}
      </OpenableItem>
      {children}
    </li>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classNames } from './classNames.ts'
import { Icon, Spinner } from './Icon.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** primary: the one filled button of a screen. default: outlined. ghost: bare. danger: outlined, red words. */
  readonly variant?: 'primary' | 'default' | 'ghost' | 'danger' | undefined
  /** Height in px: sm 24, md the control height (28, touch 44), lg 32. */
  readonly size?: 'sm' | 'md' | 'lg' | undefined
  readonly icon?: LucideIcon | undefined
  /** A spinner takes the place of the icon. */
  readonly busy?: boolean | undefined
  /** Only the icon is visible; `label` is then the name. */
  readonly iconOnly?: boolean | undefined
  /** The accessible name, if it isn't the text. */
  readonly label?: string | undefined
  /** Its words give way to the icon where the room of the view gets narrow, those of 1 first; the name stays. */
  readonly collapses?: 1 | 2 | 3 | undefined
  /** A number beside the words, set off by a line; not part of the name, so give it as a description too. */
  readonly count?: string | undefined
  /** A key cap beside the words, like `Ctrl ↵`. */
  readonly keys?: string | undefined
}

/** A native button in one of four looks; it submits a form only if `type` says so. */
export function Button({
  variant = 'default',
  size = 'md',
  icon,
  busy,
  iconOnly,
  label,
  collapses,
  count,
  keys,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[variant], styles[size], iconOnly && styles.iconOnly)}
      data-collapses={collapses}
      aria-label={label ?? rest['aria-label']}
      title={rest.title ?? (iconOnly ? label : undefined)}
    >
      {busy ? (
        <Spinner />
      ) : (
        icon && <Icon icon={icon} size={iconOnly && size !== 'sm' ? 16 : size === 'sm' ? 12 : 14} />
      )}
      {!iconOnly && children !== undefined && <span className={styles.words}>{children}</span>}
      {count !== undefined && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
      {keys !== undefined && <Kbd>{keys}</Kbd>}
    </button>
  )
}

/** A key cap, hidden from screen readers. */
export function Kbd({ children }: { readonly children: string }) {
  return (
    <kbd className={styles.kbd} aria-hidden="true">
      {children}
    </kbd>
  )
}

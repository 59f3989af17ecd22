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
  /** A ring turns where the icon stands. */
  readonly busy?: boolean | undefined
  /** Only the icon is seen; then `label` is the name. */
  readonly iconOnly?: boolean | undefined
  /** The accessible name where it is not the text. */
  readonly label?: string | undefined
  /** The words go below 900 px of window, the name stays. */
  readonly collapses?: boolean | undefined
  /** A number beside the words, parted by a line; it is no part of the name (give it as a description). */
  readonly count?: string | undefined
  /** A key cap beside the words, as `Ctrl ↵`. */
  readonly keys?: string | undefined
}

/** A native button in one of the four looks; never submits a form unless `type` says so. */
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
      className={classNames(
        styles.button,
        styles[variant],
        styles[size],
        iconOnly && styles.iconOnly,
        collapses && styles.collapses,
      )}
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

/** A key cap, for the eye only. */
export function Kbd({ children }: { readonly children: string }) {
  return (
    <kbd className={styles.kbd} aria-hidden="true">
      {children}
    </kbd>
  )
}

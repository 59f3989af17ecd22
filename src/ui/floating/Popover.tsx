import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Boundary } from '../Boundary.tsx'
import { classNames } from '../classNames.ts'
import floating from './Floating.module.css'
import styles from './Popover.module.css'
import { useAnchored, type Anchoring } from './useAnchored.ts'

export interface PopoverProps extends Anchoring {
  readonly open: boolean
  readonly onClose: () => void
  /** The control it belongs to: the panel opens beside it and returns the focus to it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly role?: 'dialog' | 'menu' | undefined
  readonly children: ReactNode
}

/**
 * A panel beside its control, above everything else. Moves the focus into it (to `data-autofocus`, else to the first
 * control), keeps it there, closes on Esc and on a press outside, and returns the focus. Rendered only while open.
 */
export function Popover({ open, ...rest }: PopoverProps) {
  return open ? <Panel {...rest} /> : null
}

function Panel({ onClose, anchor, label, role = 'dialog', children, ...anchoring }: Omit<PopoverProps, 'open'>) {
  const panel = useRef<HTMLDivElement>(null)
  useAnchored(anchor, panel, true, anchoring)
  const close = useEffectEvent(onClose)

  // Before it is seen: a key that follows at once belongs to it.
  useLayoutEffect(() => {
    const element = panel.current
    const first =
      element?.querySelector<HTMLElement>('[data-autofocus]') ?? element?.querySelector<HTMLElement>(FOCUSABLE)
    ;(first ?? element)?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const element = panel.current
    const back = anchor.current
    const press = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return
      if (element?.contains(event.target) === true || back?.contains(event.target) === true) return
      // Another of its buttons, such as the chip of what is being added: its click closes, and would open it again.
      if (event.target instanceof Element && event.target.closest('[aria-haspopup][aria-expanded="true"]')) return
      close()
    }
    document.addEventListener('pointerdown', press, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      // Return the focus only if it would be lost; after a press on another control it stays there.
      const now = document.activeElement
      if (now === null || now === document.body || element?.contains(now)) back?.focus({ preventScroll: true })
    }
  }, [anchor])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes what has the focus in it
    <div
      ref={panel}
      popover="manual"
      className={classNames(floating.panel, styles.panel)}
      role={role}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Tab') keepInside(event)
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <Boundary>{children}</Boundary>
    </div>
  )
}

/** Tab moves from the last control to the first, and back: what comes next in the page is far from the panel. */
function keepInside(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => each.checkVisibility() && !each.matches('[type="radio"]:not(:checked), [tabindex="-1"]'),
  )
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  const now = document.activeElement
  if (now !== from && now !== event.currentTarget) return
  event.preventDefault()
  to?.focus()
}

const FOCUSABLE =
  'a[href], input:not([disabled]), select, textarea, button:not([disabled]):not([tabindex="-1"]), [tabindex="0"]'

/** The line of buttons at the end of a popover. */
export function PopoverFoot({ children }: { readonly children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}

/** The padded part of a popover. */
export function PopoverBody({ children, tight }: { readonly children: ReactNode; readonly tight?: boolean }) {
  return <div className={classNames(styles.body, tight && styles.tight)}>{children}</div>
}

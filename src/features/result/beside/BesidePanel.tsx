import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { classNames } from '../../../ui/classNames.ts'
import styles from './BesidePanel.module.css'
import { useCovering } from './useCovering.ts'

export interface BesidePanelProps {
  readonly ref?: RefObject<HTMLElement | null> | undefined
  readonly label: string
  /** Its colours, and its width as `--panel-width`. */
  readonly className: string | undefined
  /** What gets the focus when it opens, if not the panel itself. */
  readonly firstFocus?: ((panel: HTMLElement) => HTMLElement | null) | undefined
  /** It was open when the page was loaded, so nobody asked for it now: it leaves the focus where it is. */
  readonly isRestored?: boolean | undefined
  readonly onEscape: () => void
  /** Any other key, from whatever is inside. */
  readonly onKey?: ((event: KeyboardEvent) => void) | undefined
  readonly children: ReactNode
}

/**
 * A panel beside the grid: over the grid where there is no room, and over the page on a phone. It takes the focus when it
 * opens, and gives it back when it closes, unless the focus has gone elsewhere meanwhile.
 */
export function BesidePanel(props: BesidePanelProps) {
  const { ref, label, className, firstFocus, isRestored, onEscape, onKey, children } = props
  const own = useRef<HTMLElement>(null)
  const panel = ref ?? own
  useEffect(() => {
    const before = document.activeElement
    const first = panel.current && firstFocus?.(panel.current)
    if (!isRestored) (first ?? panel.current)?.focus({ preventScroll: true })
    return () => {
      // The panel is out of the page by now, and what had the focus in it with it.
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
    // oxlint-disable-next-line react/exhaustive-deps -- when it opens, and not again
  }, [])
  useCovering(panel)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc from whatever is inside
    <aside
      ref={panel}
      className={classNames(styles.panel, className)}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        // A dialog over the page has keys of its own.
        if (event.target instanceof Element && event.target.closest('dialog') !== null) return undefined
        if (event.key !== 'Escape') return onKey?.(event)
        if (event.defaultPrevented) return undefined
        event.preventDefault()
        event.stopPropagation()
        return onEscape()
      }}
    >
      {children}
    </aside>
  )
}

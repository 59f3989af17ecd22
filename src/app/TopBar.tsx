import { ChevronDown, CircleQuestionMark, PanelLeft, Plug, Search, Settings2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon, Mark } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import type { Instance } from '../instances/instance.ts'
import { connectWords } from '../words/en/connect/connect.ts'
import { InstanceDot, useStanding } from '../features/connect/InstanceDot.tsx'
import { appWords } from '../words/en/app.ts'
import { keyCap } from '../features/shortcuts/keyNames.ts'
import styles from './TopBar.module.css'

export interface TopBarProps {
  /** The page's heading, for screen readers; absent if the page shows one of its own. */
  readonly heading?: string | undefined
  /** The two pickers, or on a phone the button that opens their sheet. */
  readonly children: ReactNode
  /** The button that shows the floating rail; absent if the rail has its own column. */
  readonly rail?: { readonly open: boolean; readonly onToggle: () => void } | undefined
  /** The tabs of the page; their place is kept while they load. */
  readonly tabs?: ReactNode
  /** Opens the list of all there is to jump to; absent if there is nothing. */
  readonly onJump?: (() => void) | undefined
  /** On a phone, whose line of buttons has no room for it. */
  readonly share?: ReactNode
  readonly onConnect: () => void
  readonly onHelp: () => void
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined
  readonly settings: { readonly open: boolean; readonly onToggle: () => void }
  readonly settingsRef: Ref<HTMLButtonElement>
}

/** The line at the top: mark, instance and table, tabs, Connect and Settings. */
export function TopBar({
  heading,
  headingRef,
  children,
  tabs,
  rail,
  onJump,
  share,
  onConnect,
  onHelp,
  settings,
  settingsRef,
}: TopBarProps) {
  return (
    <header className={styles.bar}>
      {heading === undefined ? (
        <span className={styles.mark}>
          <Mark />
        </span>
      ) : (
        <h1 ref={headingRef} className={styles.mark} tabIndex={-1}>
          <Mark />
          <VisuallyHidden>{heading}</VisuallyHidden>
        </h1>
      )}
      {rail && (
        <Button
          variant="ghost"
          icon={PanelLeft}
          iconOnly
          label={appWords.showRail}
          aria-expanded={rail.open}
          onClick={rail.onToggle}
        />
      )}
      <div className={styles.where}>{children}</div>
      {tabs !== undefined && <div className={styles.tabs}>{tabs}</div>}
      {onJump && (
        <span className={styles.jump}>
          <Button variant="ghost" icon={Search} keys={keyCap('jumpTo')} aria-haspopup="dialog" onClick={onJump}>
            {appWords.jumpTo}
          </Button>
        </span>
      )}
      {share !== undefined && <span className={styles.share}>{share}</span>}
      <span className={styles.connect}>
        <Button icon={Plug} aria-haspopup="dialog" onClick={onConnect}>
          {appWords.connect}
        </Button>
      </span>
      <Button
        ref={settingsRef}
        variant="ghost"
        icon={Settings2}
        iconOnly
        label={appWords.settings}
        aria-haspopup="dialog"
        aria-expanded={settings.open}
        onClick={settings.onToggle}
      />
      <span className={styles.help}>
        <Button
          variant="ghost"
          icon={CircleQuestionMark}
          iconOnly
          label={appWords.help}
          aria-haspopup="dialog"
          onClick={onHelp}
        />
      </span>
    </header>
  )
}

/** The stroke between instance and table. */
export function Slash() {
  return (
    <span className={styles.slash} aria-hidden="true">
      /
    </span>
  )
}

export interface WhereButtonProps {
  readonly instance: Instance | null
  readonly table: string | null
  readonly onOpen: () => void
}

/** On a phone: instance and table in two lines, one button that opens the sheet with both pickers. */
export function WhereButton({ instance, table, onOpen }: WhereButtonProps) {
  const standing = useStanding(instance)
  return (
    <button type="button" className={styles.two} aria-haspopup="dialog" onClick={onOpen}>
      <small>
        <InstanceDot standing={standing} />
        <span>{instance?.title ?? appWords.noInstance}</span>
        <VisuallyHidden>{instance ? `, ${connectWords.standings[standing]}, ` : ', '}</VisuallyHidden>
      </small>
      <b>
        <span>{table ?? appWords.chooseTable}</span>
        <VisuallyHidden>{appWords.changeTable}</VisuallyHidden>
        <Icon icon={ChevronDown} />
      </b>
    </button>
  )
}

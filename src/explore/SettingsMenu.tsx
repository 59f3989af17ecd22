import { Activity, Plus, Server } from 'lucide-react'
import type { RefObject } from 'react'
import type { Theme } from '../state/theme.ts'
import { setTheme, useSettingsProblem, useStorageProblem, useTheme } from '../state/workspace.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Popover, PopoverFoot } from '../ui/Popover.tsx'
import styles from './SettingsMenu.module.css'
import { ThisBrowserPanel, type ThisBrowserPanelProps } from './ThisBrowserPanel.tsx'

export interface SettingsMenuProps {
  /** The page's own PostgreSQL; null where the page has none, or it is not in use. */
  readonly thisBrowser: ThisBrowserPanelProps | null
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onNew: () => void
  readonly onInstances: () => void
  readonly onRequests: () => void
}

/** The theme, what is wrong with what this device keeps, and the ways to the instances and the log of requests. */
export function SettingsMenu({ thisBrowser, anchor, onClose, onNew, onInstances, onRequests }: SettingsMenuProps) {
  const theme = useTheme()
  const problems = [useSettingsProblem(), useStorageProblem()].filter((problem) => problem !== null)
  return (
    <Popover open onClose={onClose} anchor={anchor} label="Settings" align="end">
      <div className={styles.menu}>
        <fieldset className={styles.themes}>
          <legend>Theme</legend>
          {THEMES.map(({ value, title }) => (
            <label key={value}>
              <input
                type="radio"
                name="theme"
                value={value}
                checked={theme === value}
                data-autofocus={theme === value ? '' : undefined}
                onChange={() => setTheme(value)}
              />
              {title}
            </label>
          ))}
        </fieldset>
        {problems.map((problem) => (
          <Alert key={problem} tone="warning" title={problem} />
        ))}
        {thisBrowser !== null && <ThisBrowserPanel {...thisBrowser} />}
      </div>
      <PopoverFoot>
        <Button variant="ghost" size="sm" icon={Server} onClick={onInstances}>
          Instances
        </Button>
        <Button variant="ghost" size="sm" icon={Activity} onClick={onRequests}>
          Requests
        </Button>
        <Button variant="ghost" size="sm" icon={Plus} keys="C" onClick={onNew}>
          New connection
        </Button>
      </PopoverFoot>
    </Popover>
  )
}

const THEMES: readonly { readonly value: Theme; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
]

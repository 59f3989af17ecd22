import { CircleQuestionMark, Plus, Server, type LucideIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { useSettingsFileProblem } from '../../workspace/knownInstances.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { settingsFileWords } from '../../workspace/settingsFileWords.ts'
import { useStorageProblems } from '../../workspace/storageProblems.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'
import { readerWords } from '../../words/en/sqlReader.ts'
import { Alert } from '../../ui/Alert.tsx'
import { keyCap } from '../shortcuts/keyNames.ts'
import { Checkbox } from '../../ui/Field.tsx'
import { Button } from '../../ui/Button.tsx'
import { Popover, PopoverFoot } from '../../ui/floating/Popover.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './SettingsMenu.module.css'
import { ThisBrowserPanel, type ThisBrowserPanelProps } from '../thisBrowser/ThisBrowserPanel.tsx'

/** A dialog that the menu lists under its name. */
export interface MenuPanel {
  readonly name: keyof typeof settingsWords.panels
  readonly icon: LucideIcon
  readonly onOpen: () => void
}

export interface SettingsMenuProps {
  /** The page's own PostgreSQL; null if the page has none, or it is not in use. */
  readonly thisBrowser: ThisBrowserPanelProps | null
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onNew: () => void
  readonly onInstances: () => void
  readonly onHelp: () => void
  readonly panels: readonly MenuPanel[]
}

/** The theme, what is wrong with what this device keeps, and the ways to the instances and the panels. */
export function SettingsMenu({ thisBrowser, anchor, onClose, onNew, onInstances, onHelp, panels }: SettingsMenuProps) {
  const theme = useSetting(settings.theme)
  const singleKeys = useSetting(settings.singleKeys)
  const readerEditor = useSetting(settings.readerEditor)
  const file = useSettingsFileProblem()
  const storage = useStorageProblems().map((problem) => settingsWords.storage[problem])
  const problems = file === null ? storage : [settingsFileWords(file), ...storage]
  return (
    <Popover open onClose={onClose} anchor={anchor} label={settingsWords.title} align="end">
      <div className={styles.menu}>
        <fieldset className={styles.themes}>
          <legend>{settingsWords.theme}</legend>
          {THEMES.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="theme"
                value={value}
                checked={theme === value}
                data-autofocus={theme === value ? '' : undefined}
                onChange={() => settings.theme.set(value)}
              />
              {settingsWords.themes[value]}
            </label>
          ))}
        </fieldset>
        <Checkbox
          label={settingsWords.singleKeys}
          hint={settingsWords.singleKeysHint}
          checked={singleKeys}
          onChange={settings.singleKeys.set}
        />
        <Checkbox
          label={readerWords.setting}
          hint={readerWords.settingHint}
          checked={readerEditor}
          onChange={settings.readerEditor.set}
        />
        {problems.map((problem) => (
          <Alert key={problem} tone="warning" title={problem} />
        ))}
        {thisBrowser !== null && <ThisBrowserPanel {...thisBrowser} />}
        {/* Written by the build. */}
        <a className={styles.licences} href="./licences.txt" target="_blank" rel="noopener">
          {settingsWords.licences}
          <VisuallyHidden>{settingsWords.newTab}</VisuallyHidden>
        </a>
      </div>
      <PopoverFoot>
        <Button variant="ghost" size="sm" icon={Server} onClick={onInstances}>
          {settingsWords.instances}
        </Button>
        {panels.map(({ name, icon, onOpen }) => (
          <Button key={name} variant="ghost" size="sm" icon={icon} onClick={onOpen}>
            {settingsWords.panels[name]}
          </Button>
        ))}
        <Button variant="ghost" size="sm" icon={CircleQuestionMark} onClick={onHelp}>
          {settingsWords.help}
        </Button>
        <Button variant="ghost" size="sm" icon={Plus} keys={keyCap('newConnection')} onClick={onNew}>
          {settingsWords.newConnection}
        </Button>
      </PopoverFoot>
    </Popover>
  )
}

const THEMES = ['system', 'light', 'dark'] as const

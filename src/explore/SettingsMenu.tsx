import { Plus } from 'lucide-react'
import { useState, type RefObject } from 'react'
import type { Instance } from '../state/instances.ts'
import type { Theme } from '../state/theme.ts'
import { setToken, useToken } from '../state/tokens.ts'
import { removeInstance, setTheme, useSettingsProblem, useStorageProblem, useTheme } from '../state/workspace.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Popover, PopoverFoot } from '../ui/Popover.tsx'
import { InstanceDot, useReached } from './InstanceDot.tsx'
import styles from './SettingsMenu.module.css'
import { ThisBrowserPanel, type ThisBrowserPanelProps } from './ThisBrowserPanel.tsx'

export interface SettingsMenuProps {
  /** The page's own PostgreSQL; null where the page has none, or it is not in use. */
  readonly thisBrowser: ThisBrowserPanelProps | null
  readonly anchor: RefObject<HTMLElement | null>
  readonly instances: readonly Instance[]
  readonly onClose: () => void
  readonly onNew: () => void
  readonly onEdit: (instance: Instance) => void
  /** An own connection is gone, with its token. */
  readonly onForgotten: (instance: Instance) => void
}

/** What this device remembers: the theme, and the connections with their tokens. */
export function SettingsMenu({
  thisBrowser,
  anchor,
  instances,
  onClose,
  onNew,
  onEdit,
  onForgotten,
}: SettingsMenuProps) {
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
        <section aria-label="Connections">
          <h2>Connections</h2>
          {!instances.some(hasAddress) && <p className={styles.none}>None yet.</p>}
          <ul>
            {instances.filter(hasAddress).map((instance) => (
              <Connection
                key={instance.id}
                instance={instance}
                onEdit={() => onEdit(instance)}
                onForgotten={() => onForgotten(instance)}
              />
            ))}
          </ul>
        </section>
      </div>
      <PopoverFoot>
        <Button variant="ghost" size="sm" icon={Plus} keys="C" onClick={onNew}>
          New connection
        </Button>
      </PopoverFoot>
    </Popover>
  )
}

/** The page's own PostgreSQL is no connection: there is no address to edit and no token to forget. */
function hasAddress(instance: Instance): boolean {
  return instance.origin !== 'embedded'
}

const THEMES: readonly { readonly value: Theme; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
]

interface ConnectionProps {
  readonly instance: Instance
  readonly onEdit: () => void
  readonly onForgotten: () => void
}

function Connection({ instance, onEdit, onForgotten }: ConnectionProps) {
  const [asking, setAsking] = useState(false)
  const { token, remembered } = useToken(instance.id)
  const reached = useReached(instance.id)
  const own = instance.origin === 'own'
  const kept = token === null ? null : remembered ? 'token on this device' : 'token for this tab'
  const forget = () => {
    setAsking(false)
    if (!own) return setToken(instance.id, null, false)
    removeInstance(instance.id)
    onForgotten()
  }
  return (
    <li className={styles.connection}>
      <InstanceDot reached={reached} />
      <span className={styles.words}>
        <b>{instance.title}</b>
        <small>{instance.baseUrl}</small>
        {kept !== null && <small>{kept}</small>}
      </span>
      {asking ? (
        <span className={styles.ask}>
          {own ? `Forget ${instance.title} and its token?` : `Forget the token for ${instance.title}?`}
          <Button size="sm" variant="danger" data-autofocus="" onClick={forget}>
            Forget
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setAsking(false)}>
            Keep
          </Button>
        </span>
      ) : (
        <>
          <Button variant="ghost" size="sm" label={`Edit ${instance.title}`} onClick={onEdit}>
            Edit
          </Button>
          {(own || token !== null) && (
            <Button
              variant="ghost"
              size="sm"
              label={own ? `Forget ${instance.title}` : `Forget the token for ${instance.title}`}
              onClick={() => setAsking(true)}
            >
              {own ? 'Forget' : 'Forget token'}
            </Button>
          )}
        </>
      )}
    </li>
  )
}

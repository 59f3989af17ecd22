import { Fragment } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { settings, useSetting } from '../../workspace/settings.ts'
import { shortcutWords } from '../../words/en/shortcuts.ts'
import { keyNames } from './keyNames.ts'
import styles from './ShortcutsDialog.module.css'
import { SHORTCUTS, type Shortcut, type ShortcutId, type ShortcutPlace } from './shortcuts.ts'

/** The list of all keyboard shortcuts, grouped by where they act. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const isOn = useSetting(settings.singleKeys)
  return (
    <Dialog title={shortcutWords.title} width="middle" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
      <section className={styles.list} tabIndex={0} aria-label={shortcutWords.title}>
        {PLACES.map((place) => (
          <section key={place} aria-label={shortcutWords.places[place]}>
            <h2>{shortcutWords.places[place]}</h2>
            <dl>
              {rowsAt(place).map(([id, { keys, inTurn }]) => (
                <div key={id}>
                  <dt>{shortcutWords.does[id]}</dt>
                  <dd>
                    {keys.map((chord, index) => (
                      <Fragment key={chord}>
                        {index > 0 && <span>{inTurn ? shortcutWords.andThen : shortcutWords.or}</span>}
                        <Chord chord={chord} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p>{isOn ? shortcutWords.note : shortcutWords.off}</p>
      </section>
    </Dialog>
  )
}

function Chord({ chord }: { readonly chord: string }) {
  return (
    <span className={styles.chord}>
      {keyNames(chord).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  )
}

function rowsAt(place: ShortcutPlace): readonly (readonly [ShortcutId, Shortcut])[] {
  return IDS.map((id): readonly [ShortcutId, Shortcut] => [id, SHORTCUTS[id]]).filter(
    ([, { at, keys }]) => at === place && keys.length > 0,
  )
}

const PLACES: readonly ShortcutPlace[] = ['page', 'query', 'cell', 'header', 'record', 'sql']

const IDS = Object.keys(SHORTCUTS).filter((id): id is ShortcutId => id in SHORTCUTS)

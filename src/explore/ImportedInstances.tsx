import type { InstanceImport } from '../state/instanceFile.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './InstancesDialog.module.css'

export interface ImportedInstancesProps {
  /** The file's name. */
  readonly name: string
  readonly found: InstanceImport
  readonly onAccept: () => void
  readonly onClose: () => void
}

/** What a file of instances would add, change and leave out, before it does. */
export function ImportedInstances({ name, found, onAccept, onClose }: ImportedInstancesProps) {
  const { added, updated, leftOut, problem } = found
  const changes = [
    added.length > 0 ? `add ${added.length}` : null,
    updated.length > 0 ? `change ${updated.length}` : null,
  ].filter((words) => words !== null)
  const offer = changes.join(' and ')
  return (
    <section className={styles.read} aria-label="Import">
      {problem !== null ? (
        <Alert title={problem}>Choose a file that Export has written.</Alert>
      ) : (
        <>
          <h2>In {name}</h2>
          <Group title="To be added, without a token" lines={added.map((each) => [each.title, each.baseUrl])} />
          <Group title="To be changed" lines={updated.map((each) => [each.title, each.baseUrl])} />
          <Group title="Left out" lines={leftOut.map(({ title, why }) => [title, why])} />
          {added.length + updated.length + leftOut.length === 0 && <p>There is no instance in it.</p>}
        </>
      )}
      <div className={styles.offer}>
        {offer !== '' && (
          <Button size="sm" variant="primary" onClick={onAccept}>
            {offer.charAt(0).toUpperCase() + offer.slice(1)}
          </Button>
        )}
        <Button
          size="sm"
          variant={offer === '' ? 'default' : 'ghost'}
          ref={(element) => element?.focus()}
          onClick={onClose}
        >
          {offer === '' ? 'Done' : 'Cancel'}
        </Button>
      </div>
    </section>
  )
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly (readonly [string, string])[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>
        {title}: {lines.length.toLocaleString('en')}
      </h3>
      <ul>
        {lines.slice(0, MOST_SHOWN).map(([name, words], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list is made once, and two lines may say the same
          <li key={at}>
            <b dir="auto">{name}</b> {words}
          </li>
        ))}
      </ul>
      {lines.length > MOST_SHOWN && <p>and {(lines.length - MOST_SHOWN).toLocaleString('en')} more</p>}
    </>
  )
}

const MOST_SHOWN = 100

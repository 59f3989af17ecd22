import type { InstanceImport } from '../../../workspace/instanceFile.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { instancesWords } from '../../../words/en/instances.ts'
import styles from './InstancesDialog.module.css'

export interface ImportedInstancesProps {
  /** The file's name. */
  readonly name: string
  readonly found: InstanceImport
  /** Kept queries that would be added. */
  readonly queries: readonly { readonly title: string }[]
  readonly onAccept: () => void
  readonly onClose: () => void
}

/** What a file of instances would add, change and leave out, before it does. */
export function ImportedInstances({ name, found, queries, onAccept, onClose }: ImportedInstancesProps) {
  const { added, updated, leftOut, problem } = found
  const hasChanges = added.length + updated.length + queries.length > 0
  const { toAdd, toChange, leftOut: skipped } = instancesWords
  return (
    <section className={styles.read} aria-label={instancesWords.importRegion}>
      {problem !== null ? (
        <Alert title={problem}>{instancesWords.chooseAnother}</Alert>
      ) : (
        <>
          <h2>{instancesWords.inFile(name)}</h2>
          <Group title={toAdd(added.length)} lines={added.map((each) => [each.title, each.baseUrl])} />
          <Group title={toChange(updated.length)} lines={updated.map((each) => [each.title, each.baseUrl])} />
          <Group title={instancesWords.toKeep(queries.length)} lines={queries.map(({ title }) => [title, ''])} />
          <Group title={skipped(leftOut.length)} lines={leftOut.map(({ title, why }) => [title, why])} />
          {!hasChanges && leftOut.length === 0 && <p>{instancesWords.nothingInFile}</p>}
        </>
      )}
      <div className={styles.offer}>
        {hasChanges && (
          <Button size="sm" variant="primary" onClick={onAccept}>
            {instancesWords.accept(added.length + queries.length, updated.length)}
          </Button>
        )}
        <Button
          size="sm"
          variant={hasChanges ? 'ghost' : 'default'}
          ref={(element) => element?.focus()}
          onClick={onClose}
        >
          {hasChanges ? instancesWords.cancel : instancesWords.done}
        </Button>
      </div>
    </section>
  )
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly (readonly [string, string])[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.slice(0, MOST_SHOWN).map(([name, words], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list is made once, and two lines may say the same
          <li key={at}>
            <b dir="auto">{name}</b> {words}
          </li>
        ))}
      </ul>
      {lines.length > MOST_SHOWN && <p>{instancesWords.andMore(lines.length - MOST_SHOWN)}</p>}
    </>
  )
}

const MOST_SHOWN = 100

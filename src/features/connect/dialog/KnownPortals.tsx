import type { Instance } from '../../../instances/instance.ts'
import { capabilitiesOf } from '../../../instances/profile/profile.ts'
import { useProfileOf } from '../../../instances/profile/useProfile.ts'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import { verdictWords } from '../../../words/en/connect/verdict.ts'
import { InstanceDot, useStanding } from '../InstanceDot.tsx'
import { placeWords } from '../InstancePicker.tsx'
import styles from './ConnectionDialog.module.css'

/** The portals that are known already: one is often looked for before a new one is set up. */
export function KnownPortals({
  instances,
  onInstance,
}: {
  readonly instances: readonly Instance[]
  readonly onInstance: (instance: Instance) => void
}) {
  return (
    <section className={styles.known}>
      <h2>{connectionWords.known}</h2>
      <ul aria-label={connectionWords.knownList}>
        {instances.map((instance) => (
          <li key={instance.id}>
            <Known instance={instance} onPick={() => onInstance(instance)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Known({ instance, onPick }: { readonly instance: Instance; readonly onPick: () => void }) {
  const standing = useStanding(instance)
  const tables = capabilitiesOf(useProfileOf(instance, (profile) => profile))?.found.tables ?? null
  return (
    <button type="button" onClick={onPick}>
      <InstanceDot standing={standing} />
      <b>{instance.title}</b>
      <span className={styles.place}>{placeWords(instance)}</span>
      {tables !== null && <small>{verdictWords.tables(tables)}</small>}
    </button>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { Download, FileUp, Plus } from 'lucide-react'
import { useRef, useState, type MouseEvent } from 'react'
import { writeInstanceFile, readInstanceFile, type InstanceImport } from '../state/instanceFile.ts'
import type { Instance } from '../state/instances.ts'
import { useToken } from '../state/tokens.ts'
import { draftCount, saveInstance } from '../state/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/Toast.tsx'
import { forgetInstance, forgetInstanceToken } from './forgetInstance.ts'
import { InstanceDot, useStanding } from './InstanceDot.tsx'
import { ImportedInstances } from './ImportedInstances.tsx'
import { placeWords } from './InstancePicker.tsx'
import styles from './InstancesDialog.module.css'
import { saveFile } from './saveFile.ts'

export interface InstancesDialogProps {
  readonly instances: readonly Instance[]
  readonly onClose: () => void
  readonly onNew: () => void
  readonly onEdit: (instance: Instance) => void
  readonly onCopy: (instance: Instance) => void
  /** An own instance is gone, with its token and drafts. */
  readonly onRemoved: (instance: Instance) => void
}

/** All instances that this page knows: changed, copied and removed one by one, written to a file and read from one. */
export function InstancesDialog({ instances, onClose, onNew, onEdit, onCopy, onRemoved }: InstancesDialogProps) {
  const [read, setRead] = useState<{ readonly name: string; readonly found: InstanceImport } | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const cache = useQueryClient()
  const some = instances.some(({ origin }) => origin !== 'embedded')

  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    const text = await chosen.text().catch(() => '')
    setRead({ name: chosen.name, found: readInstanceFile(text, instances) })
  }
  const save = () => {
    saveFile(new Blob([writeInstanceFile(instances)], { type: 'application/json' }), 'rowan-instances.json')
    showToast('Saved rowan-instances.json. It holds no tokens.')
  }
  const accept = ({ added, updated }: InstanceImport) => {
    for (const instance of [...added, ...updated]) saveInstance(instance)
    setRead(null)
    add.current?.focus()
  }

  return (
    <Dialog
      title="Instances"
      width="middle"
      onClose={onClose}
      foot={
        <>
          <Button ref={add} icon={Plus} data-autofocus="" onClick={onNew}>
            New connection
          </Button>
          <span className={styles.gap} />
          <Button icon={FileUp} onClick={() => file.current?.click()}>
            Import
          </Button>
          <Button icon={Download} disabled={!some} onClick={save}>
            Export
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            aria-label="File of instances"
            accept=".json,application/json"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0]
              event.currentTarget.value = '' // The same file can be chosen again.
              void take(chosen)
            }}
          />
        </>
      }
    >
      {read && (
        <ImportedInstances
          name={read.name}
          found={read.found}
          onAccept={() => accept(read.found)}
          onClose={() => {
            setRead(null)
            add.current?.focus()
          }}
        />
      )}
      <ul className={styles.list} aria-label="Instances">
        {instances.map((instance) => (
          <Row
            key={instance.id}
            instance={instance}
            onEdit={() => onEdit(instance)}
            onCopy={() => onCopy(instance)}
            onForget={() => {
              forgetInstanceToken(cache, instance)
              add.current?.focus()
            }}
            onRemove={() => {
              forgetInstance(cache, instance)
              add.current?.focus()
              onRemoved(instance)
            }}
          />
        ))}
      </ul>
      {instances.length === 0 && <p className={styles.none}>None yet.</p>}
    </Dialog>
  )
}

interface RowProps {
  readonly instance: Instance
  readonly onEdit: () => void
  readonly onCopy: () => void
  readonly onForget: () => void
  readonly onRemove: () => void
}

function Row({ instance, onEdit, onCopy, onForget, onRemove }: RowProps) {
  const [asking, setAsking] = useState<'forget' | 'remove' | null>(null)
  const asked = useRef<HTMLElement>(null)
  const ask = (what: 'forget' | 'remove') => (event: MouseEvent<HTMLElement>) => {
    asked.current = event.currentTarget
    setAsking(what)
  }
  const { token, remembered } = useToken(instance)
  const standing = useStanding(instance)
  const { title, origin } = instance
  const told = [
    origin === 'settings' ? 'set by the host of this page' : null,
    token === null ? null : remembered ? 'token on this device' : 'token for this tab',
  ].filter((words) => words !== null)
  return (
    <li className={styles.row}>
      <InstanceDot standing={standing} />
      <span className={styles.words}>
        <b dir="auto">{title}</b>
        <small title={instance.baseUrl}>{placeWords(instance)}</small>
        {told.length > 0 && <small>{told.join(', ')}</small>}
      </span>
      {origin !== 'embedded' && (
        <span className={styles.buttons}>
          <Button variant="ghost" size="sm" label={`Edit ${title}`} onClick={onEdit}>
            Edit
          </Button>
          <Button variant="ghost" size="sm" label={`Duplicate ${title}`} onClick={onCopy}>
            Duplicate
          </Button>
          {token !== null && (
            <Button variant="ghost" size="sm" label={`Forget token for ${title}`} onClick={ask('forget')}>
              Forget token
            </Button>
          )}
          {origin === 'own' && (
            <Button variant="ghost" size="sm" label={`Remove ${title}`} onClick={ask('remove')}>
              Remove
            </Button>
          )}
        </span>
      )}
      {asking !== null && (
        <fieldset className={styles.ask}>
          <legend>
            {asking === 'forget'
              ? `Forget the token for ${title}, and what was read with it?`
              : removalWords(title, token !== null, draftCount(instance.id))}
          </legend>
          <Button
            size="sm"
            variant="danger"
            onClick={() => {
              setAsking(null)
              if (asking === 'forget') onForget()
              else onRemove()
            }}
          >
            {asking === 'forget' ? 'Forget' : 'Remove'}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            ref={(element) => element?.focus()}
            onClick={() => {
              setAsking(null)
              asked.current?.focus()
            }}
          >
            Keep
          </Button>
        </fieldset>
      )}
    </li>
  )
}

/** What goes with an instance, as a question. */
function removalWords(title: string, hasToken: boolean, drafts: number): string {
  const drafted = drafts === 0 ? null : drafts === 1 ? 'one SQL draft' : `${drafts} SQL drafts`
  const gone = [hasToken ? 'its token' : null, drafted].filter((words) => words !== null)
  return gone.length === 0 ? `Remove ${title} from this list?` : `Remove ${title}? With it goes ${gone.join(' and ')}.`
}

import { useQueryClient } from '@tanstack/react-query'
import { Download, FileUp, Plus } from 'lucide-react'
import { useRef, useState, type MouseEvent } from 'react'
import { writeInstanceFile, readInstanceFile, type InstanceImport } from '../../../workspace/instanceFile.ts'
import type { Instance } from '../../../instances/instance.ts'
import { useToken } from '../../../instances/tokens.ts'
import { saveInstance } from '../../../workspace/knownInstances.ts'
import { keptQueries, useKeptQueries } from '../../../workspace/keptQueries/keptQueries.ts'
import { queriesOfFile, queriesToKeep } from '../../../workspace/keptQueries/queriesInFile.ts'
import { useDraftCount } from '../../../workspace/sheets/sheets.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { forgetInstance, forgetInstanceToken } from './forgetInstance.ts'
import { InstanceDot, useStanding } from '../InstanceDot.tsx'
import { ImportedInstances } from './ImportedInstances.tsx'
import { placeWords } from '../InstancePicker.tsx'
import { instancesWords } from '../../../words/en/instances.ts'
import styles from './InstancesDialog.module.css'
import { FileInput } from '../../../ui/FileInput.tsx'
import { saveFile } from '../../../ui/browser/saveFile.ts'

export interface InstancesDialogProps {
  readonly instances: readonly Instance[]
  readonly onClose: () => void
  readonly onNew: () => void
  readonly onEdit: (instance: Instance) => void
  readonly onCopy: (instance: Instance) => void
  /** An own instance is gone, with its token and drafts. */
  readonly onRemoved: (instance: Instance) => void
}

/** A file that was chosen, and what of it would be new here. */
interface ReadFile {
  readonly name: string
  readonly found: InstanceImport
  readonly queries: ReturnType<typeof queriesToKeep>
}

/** All instances that this page knows: changed, copied and removed one by one, written to a file and read from one. */
export function InstancesDialog({ instances, onClose, onNew, onEdit, onCopy, onRemoved }: InstancesDialogProps) {
  const [read, setRead] = useState<ReadFile | null>(null)
  const { kept } = useKeptQueries()
  const file = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const cache = useQueryClient()
  const some = instances.some(({ origin }) => origin !== 'embedded')

  const take = async (chosen: File) => {
    const text = await chosen.text().catch(() => '')
    const found = readInstanceFile(text, instances)
    const known = [...instances, ...found.added]
    setRead({ name: chosen.name, found, queries: queriesToKeep(queriesOfFile(text), known, kept) })
  }
  const save = () => {
    saveFile(new Blob([writeInstanceFile(instances, kept)], { type: 'application/json' }), FILE_NAME)
    showToast(instancesWords.saved(FILE_NAME))
  }
  const accept = ({ found: { added, updated }, queries }: ReadFile) => {
    for (const instance of [...added, ...updated]) saveInstance(instance)
    for (const query of queries) void keptQueries.keep({ ...query, count: null })
    setRead(null)
    add.current?.focus()
  }

  return (
    <Dialog
      title={instancesWords.title}
      width="middle"
      onClose={onClose}
      foot={
        <>
          <Button ref={add} icon={Plus} data-autofocus="" onClick={onNew}>
            {instancesWords.newConnection}
          </Button>
          <span className={styles.gap} />
          <Button icon={FileUp} onClick={() => file.current?.click()}>
            {instancesWords.import}
          </Button>
          <Button icon={Download} disabled={!some} onClick={save}>
            {instancesWords.export}
          </Button>
          <FileInput
            ref={file}
            label={instancesWords.file}
            accept=".json,application/json"
            onFile={(chosen) => void take(chosen)}
          />
        </>
      }
    >
      {read && (
        <ImportedInstances
          name={read.name}
          found={read.found}
          queries={read.queries}
          onAccept={() => accept(read)}
          onClose={() => {
            setRead(null)
            add.current?.focus()
          }}
        />
      )}
      <ul className={styles.list} aria-label={instancesWords.title}>
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
      {instances.length === 0 && <p className={styles.none}>{instancesWords.none}</p>}
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
  const drafts = useDraftCount(instance.id)
  const standing = useStanding(instance)
  const { title, origin } = instance
  const remarks = [
    origin === 'settings' ? instancesWords.setByHost : null,
    token === null ? null : remembered ? instancesWords.tokenOnDevice : instancesWords.tokenForTab,
  ].filter((words) => words !== null)
  return (
    <li className={styles.row}>
      <InstanceDot standing={standing} />
      <span className={styles.words}>
        <b dir="auto">{title}</b>
        <small title={instance.baseUrl}>{placeWords(instance)}</small>
        {remarks.length > 0 && <small>{remarks.join(', ')}</small>}
      </span>
      {origin !== 'embedded' && (
        <span className={styles.buttons}>
          <Button variant="ghost" size="sm" label={instancesWords.editOne(title)} onClick={onEdit}>
            {instancesWords.edit}
          </Button>
          <Button variant="ghost" size="sm" label={instancesWords.duplicateOne(title)} onClick={onCopy}>
            {instancesWords.duplicate}
          </Button>
          {token !== null && (
            <Button variant="ghost" size="sm" label={instancesWords.forgetTokenOf(title)} onClick={ask('forget')}>
              {instancesWords.forgetToken}
            </Button>
          )}
          {origin === 'own' && (
            <Button variant="ghost" size="sm" label={instancesWords.removeOne(title)} onClick={ask('remove')}>
              {instancesWords.remove}
            </Button>
          )}
        </span>
      )}
      {asking !== null && (
        <fieldset className={styles.ask}>
          <legend>
            {asking === 'forget'
              ? instancesWords.mayForget(title)
              : instancesWords.mayRemove(title, token !== null, drafts)}
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
            {asking === 'forget' ? instancesWords.forget : instancesWords.remove}
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
            {instancesWords.keep}
          </Button>
        </fieldset>
      )}
    </li>
  )
}

const FILE_NAME = 'rowan-instances.json'

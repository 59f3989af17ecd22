import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { nameProblem, tableName } from '../client/columnNames.ts'
import type { TableTarget } from '../client/createTable.ts'
import type { CsvTable } from '../client/csvTable.ts'
import { ActionError } from '../protocol/envelope.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/Toast.tsx'
import styles from './CreateTableDialog.module.css'
import { CreateTableForm, type TargetChoice } from './CreateTableForm.tsx'
import { explainWrite } from './explainWrite.ts'
import type { Asked } from './failure.ts'
import { recordsWords } from './figures.ts'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import { ImportPreview, type ColumnChoice } from './ImportPreview.tsx'
import { ImportLoad } from './ImportLoad.tsx'
import { Doubled, ImportBar, Misfits } from './ImportProgress.tsx'
import { ImportSource } from './ImportSource.tsx'
import { useKeyCheck } from './useKeyCheck.ts'
import { useTableImport } from './useTableImport.ts'

export interface CreateTableDialogProps {
  readonly client: ActionClient
  readonly instance: string
  readonly hasToken: boolean
  /** The page's own database: it has neither datasets nor other people's resources. */
  readonly isEmbedded: boolean
  /** A file that was dropped; null to ask for one. */
  readonly file: File | null
  /** The list of tables is another one now. */
  readonly onChanged: () => void
  /** Shows a table that was made. */
  readonly onOpen: (resource: string) => void
  readonly onClose: () => void
}

/** Makes a table of a CSV file: choose it, look at names and types, then create and load; nothing is sent before. */
export function CreateTableDialog(props: CreateTableDialogProps) {
  const { client, instance, hasToken, isEmbedded, onClose, onOpen } = props
  const job = useTableImport(client, props.onChanged)
  const { stage } = job
  const [choices, setChoices] = useState<readonly ColumnChoice[]>([])
  const [choicesOf, setChoicesOf] = useState<CsvTable | null>(null)
  const [name, setName] = useState('')
  const [keys, setKeys] = useState<readonly number[]>([])
  const [replaces, setReplaces] = useState(false)
  const [target, setTarget] = useState<TargetChoice>({ kind: 'own', id: '' })
  const [leaving, setLeaving] = useState(false)
  const [dropping, setDropping] = useState<Error | 'going on' | null>(null)
  const table = 'table' in stage ? stage.table : null
  if (table !== null && table !== choicesOf) {
    setChoicesOf(table)
    setChoices(table.columns.map((column) => ({ name: column.name, type: column.guess })))
    setKeys([])
    setReplaces(false)
    if ('file' in stage) setName(tableName(stage.file.name))
  }
  const check = useKeyCheck('file' in stage ? stage.file : null, table, choices, keys)
  const { file } = props
  const take = useEffectEvent((dropped: File) => {
    if (stage.kind === 'loading' || stage.kind === 'ended') showToast('One table at a time: end this load first.')
    else job.read(dropped)
  })
  useEffect(() => {
    if (file !== null) take(file)
  }, [file])
  const isLoading = stage.kind === 'loading'
  useEffect(() => {
    if (!isLoading) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isLoading])

  const asked: Asked = { instance, table: name, hasToken }
  const error = stage.kind === 'ready' ? stage.error : null
  const nameError = error instanceof ActionError ? (error.fields['alias'] ?? error.fields['aliases'])?.[0] : undefined
  const place = placeOf(target)
  const named = choices.every(
    (choice, at) =>
      nameProblem(
        choice.name,
        choices.filter((_, other) => other !== at).map((each) => each.name),
      ) === null,
  )

  const isReady = place !== null && named && check !== 'checking' && keys.every((at) => choices[at]?.type !== 'json')

  const create = () => {
    if (stage.kind !== 'ready' || place === null || !isReady) return
    job.load(stage.file, stage.table, { target: place, name: name.trim(), columns: choices, key: keys, replaces })
  }
  const open = () => {
    if (stage.kind !== 'ended') return
    onOpen(stage.resource)
    onClose()
  }
  const drop = async () => {
    if (stage.kind !== 'ended') return
    setDropping('going on')
    try {
      await job.drop(stage.resource)
    } catch (caught) {
      setDropping(caught instanceof Error ? caught : new Error(String(caught)))
      return
    }
    props.onChanged()
    onClose()
    showToast(`${name} is deleted again.`)
  }
  const finish = useEffectEvent(() => {
    if (stage.kind !== 'ended') return
    showToast(`${name}: ${recordsWords(stage.progress.loaded)} loaded.`)
    open()
  })
  const isClean = stage.kind === 'ended' && stage.why === 'done' && stage.progress.refused.length === 0
  useEffect(() => {
    if (isClean) finish()
  }, [isClean])

  // What a press of Esc by mistake would lose; a file that was only looked at is there again in a moment.
  const isChosen =
    stage.kind === 'ready' &&
    (keys.length > 0 ||
      name !== tableName(stage.file.name) ||
      choices.some(({ name: chosen, type }, at) => {
        const column = stage.table.columns[at]
        return column !== undefined && (chosen !== column.name || type !== column.guess)
      }))
  const asks = leaving && isChosen
  const close = () => {
    // A load is stopped first: what it has stored is then kept or deleted by a choice, not by accident.
    if (stage.kind === 'loading') job.stop()
    else if (stage.kind === 'ended') open()
    else if (isChosen) setLeaving(!asks)
    else onClose()
  }
  const dropFailure = dropping instanceof Error ? explainWrite(dropping, asked) : null
  const failure = error && nameError === undefined ? explainWrite(error, asked) : null

  return (
    <Dialog
      title="New table from a file"
      width="wide"
      step={stage.kind}
      onClose={close}
      foot={
        asks ? (
          <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose}>
            What was chosen for this file is not kept.
          </LeaveQuestion>
        ) : (
          <>
            <span className={styles.remark}>{REMARKS[stage.kind]}</span>
            {(stage.kind === 'source' || stage.kind === 'ready') && (
              <Button size="lg" variant="ghost" onClick={onClose}>
                Cancel
              </Button>
            )}
            {(stage.kind === 'checking' || stage.kind === 'loading') && (
              <Button size="lg" onClick={stage.kind === 'checking' ? job.restart : job.stop}>
                Stop
              </Button>
            )}
            {stage.kind === 'ready' && (
              <Button size="lg" variant="primary" disabled={!isReady} onClick={create}>
                Create table and load
              </Button>
            )}
            {stage.kind === 'ended' && (
              <>
                <Button size="lg" variant="danger" busy={dropping === 'going on'} onClick={() => void drop()}>
                  Delete the table
                </Button>
                <Button size="lg" variant="primary" data-autofocus="" onClick={open}>
                  {stage.why === 'done' ? 'Show table' : `Keep ${recordsWords(stage.progress.loaded)}`}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {stage.kind === 'source' && <ImportSource problem={stage.problem} onFile={job.read} />}
      {stage.kind === 'checking' && (
        <div className={styles.alone}>
          <ImportBar
            label="Rows checked"
            title="Checking every row"
            detail={`${stage.file.name}, on this device`}
            done={stage.rows}
            total={null}
          />
        </div>
      )}
      {table !== null && 'file' in stage && (
        <div className={styles.halves} data-fixed={stage.kind !== 'ready' || undefined}>
          <CreateTableForm
            file={stage.file}
            table={table}
            instance={instance}
            name={name}
            nameError={nameError}
            onName={setName}
            target={target}
            onTarget={isEmbedded ? null : setTarget}
            columns={choices}
            keyColumns={keys}
            onKeys={setKeys}
            keyCheck={check}
            replaces={replaces}
            onReplaces={setReplaces}
            onReplace={stage.kind === 'ready' ? job.restart : null}
          />
          <div className={styles.main}>
            <div className={styles.bar}>
              <h2>Preview</h2>
              <span>
                The first rows as they will be stored.{' '}
                {stage.kind === 'ready' ? 'Types are guesses from the whole file; change any.' : 'Types are fixed now.'}
              </span>
            </div>
            <ImportPreview
              table={table}
              choices={choices}
              keyColumns={keys}
              disabled={stage.kind !== 'ready'}
              onChoice={(at, choice) => setChoices(choices.map((each, other) => (other === at ? choice : each)))}
            />
            <Found>
              {stage.kind === 'ready' && <Misfits table={table} choices={choices} />}
              {failure && (
                <Alert title={failure.what} serverText={failure.serverText}>
                  {failure.remedy ?? undefined}
                </Alert>
              )}
              {stage.kind === 'ready' && check !== null && check !== 'checking' && (
                <Doubled check={check} replaces={replaces} />
              )}
              {(stage.kind === 'loading' || stage.kind === 'ended') && (
                <ImportLoad stage={stage} table={table} asked={asked} onPause={job.pause} onResume={job.resume} />
              )}
              {dropFailure && <Alert title={dropFailure.what}>{dropFailure.remedy ?? undefined}</Alert>}
            </Found>
          </div>
        </div>
      )}
    </Dialog>
  )
}

const REMARKS = {
  source: 'Nothing is sent until you create the table.',
  checking: '',
  ready: 'Nothing is sent until you create the table.',
  loading: '',
  ended: '',
} as const

function placeOf({ kind, id }: TargetChoice): TableTarget | null {
  if (kind === 'own') return { kind }
  return id.trim() === '' ? null : { kind, id: id.trim() }
}

function Found({ children }: { readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus in it
    <section className={styles.found} aria-label="Progress" tabIndex={0}>
      {children}
    </section>
  )
}

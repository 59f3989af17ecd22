import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { nameProblem, tableName } from '../../formats/columnNames.ts'
import type { CsvTable } from '../../formats/csv/csvTable.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import styles from './CreateTableDialog.module.css'
import { CreateTableForm, type TargetChoice } from './CreateTableForm.tsx'
import type { Asked } from '../result/failure.ts'
import { isReadOnlyRefusal } from '../write/force.ts'
import { changeAnyway } from '../write/locks.ts'
import { isCkan } from '../write/useTableRight.ts'
import { InDoubtError } from '../write/settled.ts'
import { writeFailure } from '../write/writeFailure.ts'
import { createWords } from '../../words/en/create/create.ts'
import { writeWords } from '../../words/en/write.ts'
import { LeaveQuestion } from '../../ui/notes/LeaveQuestion.tsx'
import { ImportPreview, type ColumnChoice } from './ImportPreview.tsx'
import { ImportLoad } from './ImportLoad.tsx'
import { ImportBar } from './ImportProgress.tsx'
import { ImportSource } from './ImportSource.tsx'
import { Duplicates, Misfits } from './RowProblems.tsx'
import { useKeyCheck } from './useKeyCheck.ts'
import { useTableImport, type ImportPlan } from './useTableImport.ts'

export interface CreateTableDialogProps {
  readonly client: ActionClient
  readonly instance: string
  readonly hasToken: boolean
  /** The page's own database, which has no datasets and no resources of other people. */
  readonly isEmbedded: boolean
  /** A file that was dropped on the page; null to ask for one. */
  readonly file: File | null
  /** The list of tables has changed. */
  readonly onChanged: () => void
  /** Shows the new table. */
  readonly onOpen: (resource: string) => void
  readonly onClose: () => void
}

/** Makes a table from a CSV file: choose it, check names and types, then create and load. Nothing is sent before that. */
export function CreateTableDialog(props: CreateTableDialogProps) {
  const { client, instance, hasToken, isEmbedded, onClose, onOpen } = props
  const job = useTableImport(client, props.onChanged)
  const { stage } = job
  const [choices, setChoices] = useState<readonly ColumnChoice[]>([])
  const [choicesOf, setChoicesOf] = useState<CsvTable | null>(null)
  const [name, setName] = useState('')
  const [keys, setKeys] = useState<readonly number[]>([])
  const [replaces, setReplaces] = useState(false)
  // CKAN refuses a table that belongs to no dataset.
  const targets = useProfile(client, ({ service }) => isCkan(service)) ? CKAN_TARGETS : TARGETS
  const [chosen, setTarget] = useState<TargetChoice>({ kind: isEmbedded ? 'own' : targets[0], id: '' })
  const target = targets === CKAN_TARGETS && chosen.kind === 'own' ? NO_DATASET : chosen
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
    if (stage.kind === 'loading' || stage.kind === 'ended') showToast(createWords.finishFirst)
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

  const asked: Asked = { instance, table: name, hasToken, makesTable: stage.kind === 'ready' }
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

  const doubt = error instanceof InDoubtError && error.isOpen ? error : null
  // What is in doubt stays as it was sent, so that it is what the page looks for.
  const isOpen = stage.kind === 'ready' && doubt === null
  const create = () => {
    if (stage.kind !== 'ready' || place === null || !isReady) return
    const plan = { target: place, name: name.trim(), columns: choices, key: keys, replaces }
    if (doubt === null) job.load(stage.file, stage.table, plan)
    else job.lookAgain(stage.file, stage.table, plan, doubt)
  }
  const loadAnyway = () => {
    if (place?.kind === 'resource') changeAnyway(client, place.id)
    create()
  }
  const open = () => {
    if (stage.kind !== 'ended') return
    onOpen(stage.resource)
    onClose()
  }
  const dropDoubt = dropping instanceof InDoubtError && dropping.isOpen ? dropping : null
  const drop = async () => {
    if (stage.kind !== 'ended') return
    setDropping('going on')
    try {
      await job.drop(stage.resource, dropDoubt)
    } catch (caught) {
      setDropping(caught instanceof Error ? caught : new Error(String(caught)))
      return
    }
    props.onChanged()
    onClose()
    showToast(createWords.deleted(name))
  }
  const finish = useEffectEvent(() => {
    if (stage.kind !== 'ended') return
    showToast(createWords.loaded(name, stage.progress.loaded))
    open()
  })
  const isClean = stage.kind === 'ended' && stage.why === 'done' && stage.progress.refused.length === 0
  useEffect(() => {
    if (isClean) finish()
  }, [isClean])

  // Pressing Esc by mistake would lose this; a file that was only looked at is quickly chosen again.
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
    // Stop a load first, so that keeping or deleting what it has stored is a choice, not an accident.
    if (stage.kind === 'loading') job.stop()
    else if (stage.kind === 'ended') open()
    else if (isChosen) setLeaving(!asks)
    else onClose()
  }
  const dropFailure = dropping instanceof Error ? writeFailure(dropping, asked) : null
  const failure = error && nameError === undefined ? writeFailure(error, asked) : null

  return (
    <Dialog
      title={createWords.title}
      width="wide"
      step={stage.kind}
      onClose={close}
      foot={
        asks ? (
          <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose}>
            {createWords.choicesAreLost}
          </LeaveQuestion>
        ) : (
          <>
            <span className={styles.remark}>{stage.kind === 'source' || isOpen ? createWords.nothingSentYet : ''}</span>
            {(stage.kind === 'source' || stage.kind === 'ready') && (
              <Button size="lg" variant="ghost" onClick={onClose}>
                {createWords.cancel}
              </Button>
            )}
            {(stage.kind === 'checking' || stage.kind === 'loading') && (
              <Button size="lg" onClick={stage.kind === 'checking' ? job.restart : job.stop}>
                {createWords.stop}
              </Button>
            )}
            {stage.kind === 'ready' && (
              <Button size="lg" variant="primary" disabled={!isReady} onClick={create}>
                {doubt === null ? createWords.create : writeWords.lookAgain}
              </Button>
            )}
            {stage.kind === 'ended' && (
              <>
                <Button size="lg" variant="danger" busy={dropping === 'going on'} onClick={() => void drop()}>
                  {dropDoubt === null ? createWords.deleteTable : writeWords.lookAgain}
                </Button>
                <Button size="lg" variant="primary" data-autofocus="" onClick={open}>
                  {stage.why === 'done' ? createWords.showTable : createWords.keep(stage.progress.loaded)}
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
            label={createWords.rowsChecked}
            title={createWords.checking}
            detail={createWords.onThisDevice(stage.file.name)}
            done={stage.rows}
            total={null}
          />
        </div>
      )}
      {table !== null && 'file' in stage && (
        <div className={styles.halves} data-fixed={!isOpen || undefined}>
          <CreateTableForm
            file={stage.file}
            table={table}
            instance={instance}
            name={name}
            nameError={nameError}
            onName={setName}
            client={client}
            target={target}
            targets={targets}
            onTarget={isEmbedded ? null : setTarget}
            columns={choices}
            keyColumns={keys}
            onKeys={setKeys}
            keyCheck={check}
            replaces={replaces}
            onReplaces={setReplaces}
            onReplace={isOpen ? job.restart : null}
          />
          <div className={styles.main}>
            <div className={styles.bar}>
              <h2>{createWords.preview}</h2>
              <span>{isOpen ? createWords.previewGuessed : createWords.previewFixed}</span>
            </div>
            <ImportPreview
              table={table}
              choices={choices}
              keyColumns={keys}
              disabled={!isOpen}
              onChoice={(at, choice) => setChoices(choices.map((each, other) => (other === at ? choice : each)))}
            />
            <Found>
              {stage.kind === 'ready' && <Misfits table={table} choices={choices} />}
              {failure && (
                <Alert
                  title={failure.what}
                  serverText={failure.serverText}
                  actions={
                    isReadOnlyRefusal(error) && (
                      <Button size="sm" onClick={loadAnyway}>
                        {writeWords.loadAnyway}
                      </Button>
                    )
                  }
                >
                  {failure.remedy ?? undefined}
                </Alert>
              )}
              {stage.kind === 'ready' && check !== null && check !== 'checking' && (
                <Duplicates check={check} replaces={replaces} />
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

const TARGETS = ['own', 'dataset', 'resource'] as const
const CKAN_TARGETS = ['dataset', 'resource'] as const
const NO_DATASET: TargetChoice = { kind: 'dataset', id: '' }

function placeOf({ kind, id }: TargetChoice): ImportPlan['target'] | null {
  if (kind === 'own') return { kind }
  return id.trim() === '' ? null : { kind, id: id.trim() }
}

function Found({ children }: { readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus in it
    <section className={styles.found} aria-label={createWords.progress} tabIndex={0}>
      {children}
    </section>
  )
}

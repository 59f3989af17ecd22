import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Table } from '../../instances/catalogue/table.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { RowKeys } from '../../formats/rowKeys.ts'
import type { FileRecord } from '../../formats/tableReader.ts'
import { setAsideOf } from '../../formats/tableRecords.ts'
import { tableName } from '../../formats/columnNames.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import styles from './CreateTableDialog.module.css'
import { CreateTableForm } from './CreateTableForm.tsx'
import { CKAN_TARGETS, NO_DATASET, placeOf, TARGETS, type TargetChoice } from './place/targets.ts'
import type { Asked } from '../result/failure.ts'
import { isReadOnlyRefusal } from '../write/force.ts'
import { changeAnyway } from '../write/locks.ts'
import { isNamedCkan } from '../../instances/profile/questions/service.ts'
import { InDoubtError } from '../write/settled.ts'
import { writeFailure } from '../write/writeFailure.ts'
import { createWords } from '../../words/en/create/create.ts'
import { writeWords } from '../../words/en/write.ts'
import { isChanged } from './columnChoices.ts'
import { CreateFoot } from './CreateFoot.tsx'
import { FileFindings } from './FileFindings.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportLoad } from './ImportLoad.tsx'
import { ImportBar } from './ImportProgress.tsx'
import { ImportSource } from './ImportSource.tsx'
import { PersonalData } from './PersonalData.tsx'
import { Duplicates, Misfits, NearlyTyped } from './RowProblems.tsx'
import { useKeyCheck } from './useKeyCheck.ts'
import { useTableChoices } from './useTableChoices.ts'
import { useTableImport } from './useTableImport.ts'
import { freeName, whatIsMissing } from './whatIsMissing.ts'

export interface CreateTableDialogProps {
  readonly client: ActionClient
  readonly instance: string
  readonly hasToken: boolean
  /** The page's own database, which has no datasets and no resources of other people. */
  readonly isEmbedded: boolean
  /** The tables that there are, as far as they are known. */
  readonly tables: readonly Table[]
  /** The file to make a table from, if it is chosen yet, and those that come after it. */
  readonly files: readonly File[]
  /** How many files came before it. */
  readonly filesBefore: number
  /** Files were chosen in the place of those. */
  readonly onFiles: (files: readonly File[]) => void
  /** The first file is done with; the dialog ends if it was the last. */
  readonly onNext: () => void
  /** The title of the table that is open, into which the records may go instead; null if none is. */
  readonly into: string | null
  /** The records of the file go into that table. */
  readonly onInto: () => void
  /** The list of tables has changed. */
  readonly onChanged: () => void
  /** Shows the new table. */
  readonly onOpen: (resource: string) => void
  readonly onClose: () => void
}

/** Makes a table from a file: choose it, check names and types, then create and load. Nothing is sent before that. */
export function CreateTableDialog(props: CreateTableDialogProps) {
  const { client, instance, hasToken, isEmbedded, tables, files, onFiles, onNext, onClose, onOpen } = props
  const job = useTableImport(client, props.onChanged)
  const { stage } = job
  const table = 'table' in stage ? stage.table : null
  const { choices, choose, setKeys } = useTableChoices('file' in stage ? stage.file : null, table)
  const taken = useMemo(() => new Set(tables.flatMap(({ id, aliases }) => [id, ...aliases])), [tables])
  const [typed, setTyped] = useState<{ readonly of: File; readonly name: string } | null>(null)
  const [text, setText] = useState('')
  const [replaces, setReplaces] = useState(false)
  const targets = useProfile(client, ({ service }) => isNamedCkan(service)) ? CKAN_TARGETS : TARGETS
  const [chosen, setTarget] = useState<TargetChoice>({ kind: isEmbedded ? 'own' : targets[0], id: '' })
  const target = targets === CKAN_TARGETS && chosen.kind === 'own' ? NO_DATASET : chosen
  const [dropping, setDropping] = useState<Error | 'going on' | null>(null)
  // A resource that has a table keeps its names unless somebody types one.
  const guessed = 'file' in stage && target.kind !== 'resource' ? tableName(stage.file.name) : ''
  const name = 'file' in stage && typed?.of === stage.file ? typed.name : guessed
  const said = name || (tables.find(({ id }) => id === target.id)?.title ?? ('file' in stage ? stage.file.name : ''))
  const check = useKeyCheck('file' in stage ? stage.file : null, table, choices.columns, choices.keys)
  const setAside = useMemo(() => {
    const { columns, keys } = choices
    const key = keys.length === 0 || replaces ? null : new RowKeys(columns, keys)
    return table === null ? NONE : setAsideOf(table.preview, table, columns, key)
  }, [table, choices, replaces])
  const [isAsking, setIsAsking] = useState(false)
  const [file] = files
  const take = useEffectEvent((next: File) => {
    if (stage.kind !== 'loading' && stage.kind !== 'ended') job.read(next)
  })
  useEffect(() => {
    if (file !== undefined) take(file)
  }, [file])

  // What is dropped where a file was refused, or is to be replaced, takes its place.
  const known = useRef(files)
  const follow = useEffectEvent(() => stage.kind === 'source' && onNext())
  useEffect(() => {
    const before = known.current
    known.current = files
    if (before[0] !== undefined && before[0] === files[0] && files.length > before.length) follow()
  }, [files])

  const asked: Asked = { instance, table: said, hasToken, makesTable: stage.kind === 'ready' }
  const error = stage.kind === 'ready' ? stage.error : null
  const doubt = error instanceof InDoubtError && error.isOpen ? error : null
  const isNameTaken = target.kind !== 'resource' && stage.kind === 'ready' && doubt === null && taken.has(name.trim())
  const nameError = isNameTaken
    ? createWords.nameTaken(name.trim())
    : error instanceof ActionError
      ? (error.fields['alias'] ?? error.fields['aliases'])?.[0]
      : undefined
  const place = placeOf(target)
  const missing = whatIsMissing({
    isReading: stage.kind === 'ready' && stage.isReading,
    isNameTaken,
    target,
    ...choices,
    isCheckingKey: check === 'checking',
  })
  // What is in doubt stays as it was sent, so that it is what the page looks for.
  const isOpen = stage.kind === 'ready' && doubt === null
  const create = () => {
    if (stage.kind !== 'ready' || place === null || missing !== null) return
    const plan = { target: place, name: name.trim(), columns: choices.columns, key: choices.keys, replaces }
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
    onNext()
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
    onNext()
    showToast(createWords.deleted(said))
  }
  const finish = useEffectEvent(() => {
    if (stage.kind !== 'ended') return
    showToast(createWords.loaded(said, stage.progress.loaded))
    open()
  })
  const isClean = stage.kind === 'ended' && stage.why === 'done' && stage.progress.refused.length === 0
  useEffect(() => {
    if (isClean) finish()
  }, [isClean])

  const waiting = files.slice(1)
  const isChosen = stage.kind === 'ready' && (name !== guessed || isChanged(choices, stage.table) || target.id !== '')
  const isRead = stage.kind !== 'loading' && stage.kind !== 'ended'
  const losses = [
    ...(isChosen || (stage.kind === 'source' && text.trim() !== '') ? [createWords.choicesAreLost] : []),
    ...(isRead && waiting.length > 0 ? [createWords.othersAreLost(waiting.length)] : []),
  ]
  const lost = losses.length === 0 ? null : losses.join(' ')
  const close = () => {
    // Stop a load first, so that keeping or deleting what it has stored is a choice, not an accident.
    if (stage.kind === 'loading') job.stop()
    else if (stage.kind === 'ended') open()
    else onClose()
  }
  const dropFailure = dropping instanceof Error ? writeFailure(dropping, asked) : null
  const failure = error && nameError === undefined ? writeFailure(error, asked) : null
  const fileCount = props.filesBefore + files.length

  return (
    <Dialog
      title={createWords.title}
      beside={
        fileCount > 1 && <span className={styles.place}>{createWords.fileOf(props.filesBefore + 1, fileCount)}</span>
      }
      width="wide"
      step={stage.kind}
      onClose={isAsking ? () => setIsAsking(false) : close}
      lost={isAsking ? null : lost}
      foot={
        <CreateFoot
          stage={stage}
          isEmbedded={isEmbedded}
          missing={missing}
          waiting={waiting}
          asksCancel={isAsking ? lost : null}
          onCancel={waiting.length > 0 ? () => setIsAsking(true) : onClose}
          onStay={() => setIsAsking(false)}
          onLeave={onClose}
          onSkip={onNext}
          onRestart={job.restart}
          onStop={job.stop}
          isInDoubt={doubt !== null}
          onCreate={create}
          isDropInDoubt={dropDoubt !== null}
          isDropping={dropping === 'going on'}
          onDrop={() => void drop()}
          onOpen={open}
        />
      }
    >
      {stage.kind === 'source' && (
        <ImportSource
          problem={stage.problem}
          text={text}
          onText={setText}
          onFiles={(chosen) => onFiles([...chosen, ...waiting])}
        />
      )}
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
            into={props.into}
            onInto={props.onInto}
            name={name}
            nameError={nameError}
            freeName={isNameTaken ? freeName(name.trim(), taken) : null}
            onName={(typedName) => setTyped({ of: stage.file, name: typedName })}
            client={client}
            tables={tables}
            target={target}
            targets={targets}
            onTarget={isEmbedded ? null : setTarget}
            columns={choices.columns}
            keyColumns={choices.keys}
            onKeys={setKeys}
            keyCheck={check}
            replaces={replaces}
            onReplaces={setReplaces}
            onReading={job.readAs}
            onReplace={isOpen ? job.restart : null}
          />
          <div className={styles.main}>
            <div className={styles.bar}>
              <h2>{createWords.preview}</h2>
              <span>
                {isOpen ? createWords.previewGuessed : createWords.previewFixed}
                {setAside.size > 0 && createWords.struckThrough}
              </span>
            </div>
            <ImportPreview
              table={table}
              choices={choices.columns}
              keyColumns={choices.keys}
              setAside={setAside}
              disabled={!isOpen}
              onChoice={choose}
            />
            <Found>
              {stage.kind === 'ready' && (
                <>
                  {stage.problem !== null && <Alert title={stage.problem} />}
                  {isOpen && !isEmbedded && <PersonalData table={table} />}
                  {isOpen && <FileFindings table={table} chosen={stage.chosen} onReading={job.readAs} />}
                  {isOpen && <NearlyTyped table={table} choices={choices.columns} onChoice={choose} />}
                  <Misfits table={table} choices={choices.columns} />
                </>
              )}
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
                <Duplicates check={check} numbering={stage.table.numbering} replaces={replaces} />
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

const NONE: ReadonlySet<FileRecord> = new Set()

function Found({ children }: { readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus in it
    <section className={styles.found} aria-label={createWords.progress} tabIndex={0}>
      {children}
    </section>
  )
}

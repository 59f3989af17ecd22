import { useEffect, useEffectEvent, useState } from 'react'
import { FileSpreadsheet } from 'lucide-react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import { intoWords } from '../../../words/en/create/into.ts'
import { writeWords } from '../../../words/en/write.ts'
import type { Asked } from '../../result/failure.ts'
import { isReadOnlyRefusal } from '../../write/force.ts'
import { changeAnyway } from '../../write/locks.ts'
import styles from '../CreateTableDialog.module.css'
import { FileFindings } from '../FileFindings.tsx'
import { ImportBar } from '../ImportProgress.tsx'
import { ImportSource } from '../ImportSource.tsx'
import { PersonalData } from '../PersonalData.tsx'
import { ReadingForm } from '../ReadingForm.tsx'
import { Duplicates, Misfits } from '../RowProblems.tsx'
import { useKeyCheck } from '../useKeyCheck.ts'
import { useTableImport } from '../useTableImport.ts'
import { ColumnMatches } from './ColumnMatches.tsx'
import { IntoFoot } from './IntoFoot.tsx'
import { IntoLoad, LoadFailure } from './IntoLoad.tsx'
import { IntoWays } from './IntoWays.tsx'
import { keyPlaces, loadedColumns, rowsToSend, whatIsMissing } from './intoPlan.ts'
import { LoadInto } from './LoadInto.tsx'
import type { IntoPlan } from './sendRecords.ts'
import { useIntoChoices } from './useIntoChoices.ts'
import { useIntoTable } from './useIntoTable.ts'
import { useLoadInto } from './useLoadInto.ts'

export interface AddRecordsDialogProps {
  readonly client: ActionClient
  readonly instance: string
  readonly hasToken: boolean
  readonly isEmbedded: boolean
  /** The table that the records go into. */
  readonly into: { readonly id: string; readonly title: string }
  /** The file, if it is chosen yet, and those that come after it. */
  readonly files: readonly File[]
  readonly filesBefore: number
  readonly onFiles: (files: readonly File[]) => void
  /** The first file is done with. */
  readonly onNext: () => void
  /** A table of its own is to be made of the file. */
  readonly onNewTable: () => void
  /** Records of the table have changed. */
  readonly onChanged: () => void
  readonly onOpen: (resource: string) => void
  readonly onClose: () => void
}

/** Records of a file go into a table that there is: columns are matched, what happens is said, then all is sent. */
export function AddRecordsDialog(props: AddRecordsDialogProps) {
  const { client, into, files, isEmbedded, onOpen, onNext, onClose } = props
  const reading = useTableImport(client, NOTHING)
  const { stage: read } = reading
  const file = read.kind === 'ready' ? read.table : null
  const known = useIntoTable(client, into.id)
  const { table } = known
  const choices = useIntoChoices(file, table)
  const { columns, way } = choices
  const load = useLoadInto(client, props.onChanged)
  const { stage } = load
  const [text, setText] = useState('')
  const [first] = files
  const take = useEffectEvent((next: File) => reading.read(next))
  useEffect(() => {
    if (first !== undefined) take(first)
  }, [first])

  const loaded = file === null || table === null ? [] : loadedColumns(file, table, columns)
  const key = (table !== null && keyPlaces(table, columns)) || NO_KEY
  const check = useKeyCheck(read.kind === 'ready' ? read.file : null, file, loaded, key)
  const plan: IntoPlan | null = file === null || table === null ? null : { way, table, file, columns: loaded, key }
  const isIdle = stage.kind === 'idle'
  const missing = read.kind === 'ready' && read.isReading ? 'isReading' : whatIsMissing(columns, check)
  const rows = file === null ? null : rowsToSend(way, file, loaded, check)
  const show = () => {
    onOpen(into.id)
    onNext()
  }
  const finish = useEffectEvent(() => {
    if (stage.kind !== 'ended') return
    showToast(intoWords.done[way](into.title, stage.progress.loaded))
    show()
  })
  const isClean = stage.kind === 'ended' && stage.end === 'done' && stage.progress.refused.length === 0
  useEffect(() => {
    if (isClean) finish()
  }, [isClean])
  const asked: Asked = { instance: props.instance, table: into.title, hasToken: props.hasToken, makesTable: false }
  const isLoading = stage.kind === 'trying' || stage.kind === 'loading'
  const close = () => {
    if (isLoading) load.stop()
    else if (stage.kind === 'ended') show()
    else if (stage.kind !== 'removing') onClose()
  }
  const readOnly = isIdle && isReadOnlyRefusal(stage.error)
  const fileCount = props.filesBefore + files.length
  return (
    <Dialog
      title={intoWords.title(into.title)}
      beside={
        fileCount > 1 && <span className={styles.place}>{createWords.fileOf(props.filesBefore + 1, fileCount)}</span>
      }
      width="wide"
      step={`${read.kind} ${stage.kind}`}
      onClose={close}
      lost={isIdle && choices.isChanged ? intoWords.choicesAreLost : null}
      foot={
        <IntoFoot
          stage={stage}
          way={way}
          rows={rows}
          canStart={plan !== null}
          missing={plan === null || missing === null ? null : intoWords.missing[missing]}
          isEmbedded={isEmbedded}
          canTakeBack={table?.deletes !== null && table?.records !== null}
          onCancel={onClose}
          onStart={() => plan && load.start(plan)}
          onBack={load.back}
          onSend={() => plan && load.sendOthers(plan)}
          onStop={load.stop}
          onGoOn={() => plan && stage.kind === 'ended' && load.send(plan, stage.progress)}
          onRemove={(which) => plan && stage.kind === 'ended' && load.remove(plan, stage.progress, which)}
          onShow={show}
        />
      }
    >
      {read.kind === 'source' && (
        <ImportSource
          problem={read.problem}
          text={text}
          onText={setText}
          onFiles={(chosen) => props.onFiles([...chosen, ...files.slice(1)])}
        />
      )}
      {(read.kind === 'checking' || (file !== null && table === null)) && (
        <div className={styles.alone}>
          {known.error === null ? (
            <ImportBar
              label={createWords.rowsChecked}
              title={read.kind === 'checking' ? createWords.checking : intoWords.readingTable(into.title)}
              detail={'file' in read ? createWords.onThisDevice(read.file.name) : ''}
              done={read.kind === 'checking' ? read.rows : (file?.rows ?? 0)}
              total={null}
            />
          ) : (
            <LoadFailure error={known.error} asked={asked} />
          )}
        </div>
      )}
      {read.kind === 'ready' && file !== null && table !== null && (
        <div className={styles.halves} data-fixed={!isIdle || undefined}>
          <section className={styles.side} aria-label={intoWords.whatToDo} {...(isIdle ? {} : { tabIndex: 0 })}>
            <div className={styles.file}>
              <Icon icon={FileSpreadsheet} size={20} />
              <span>
                <b title={read.file.name}>{read.file.name}</b>
                {file.isHead
                  ? createWords.fileBeingRead(read.file.size)
                  : createWords.fileFacts(read.file.size, file.rows)}
              </span>
              {isIdle && (
                <Button variant="ghost" size="sm" onClick={reading.restart}>
                  {createWords.replace}
                </Button>
              )}
            </div>
            <LoadInto table={into.title} isNew={false} onNew={isIdle ? props.onNewTable : null} />
            <IntoWays table={table} columns={columns} way={way} onWay={isIdle ? choices.setWay : null} />
            <ReadingForm table={file} onReading={isIdle ? reading.readAs : null} />
          </section>
          <div className={styles.main}>
            <div className={styles.bar}>
              <h2>{intoWords.columns}</h2>
              <span>{intoWords.matchedSo}</span>
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus in it */}
            <section className={styles.scrolls} aria-label={intoWords.columns} tabIndex={0}>
              <ColumnMatches
                file={file}
                table={table}
                columns={columns}
                way={way}
                onColumns={isIdle ? choices.setColumns : null}
              />
            </section>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
            <section className={styles.found} aria-label={createWords.progress} tabIndex={0}>
              {isIdle && read.problem !== null && <Alert title={read.problem} />}
              <IntoLoad
                stage={stage}
                file={file}
                before={table.records ?? 0}
                asked={asked}
                onPause={load.pause}
                onResume={load.resume}
              />
              {readOnly && (
                <Button
                  size="sm"
                  onClick={() => {
                    changeAnyway(client, into.id)
                    if (plan) load.start(plan)
                  }}
                >
                  {writeWords.loadAnyway}
                </Button>
              )}
              {isIdle && (
                <>
                  {!isEmbedded && <PersonalData table={file} isSent={(place) => loaded[place] !== null} />}
                  <FileFindings table={file} chosen={read.chosen} onReading={reading.readAs} />
                  <Misfits table={file} choices={loaded} />
                  {check !== null && check !== 'checking' && (
                    <Duplicates check={check} numbering={file.numbering} replaces={way === 'update'} />
                  )}
                </>
              )}
            </section>
          </div>
        </div>
      )}
    </Dialog>
  )
}

const NOTHING = () => undefined
const NO_KEY: readonly number[] = []

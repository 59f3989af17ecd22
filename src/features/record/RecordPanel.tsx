import { ChevronDown, ChevronUp, Pencil, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { ReadRecord } from './changedSince.ts'
import {
  changesOf,
  draftJson,
  draftOf,
  readingOf,
  refusedField,
  type DraftProblem,
  type Drafts,
  type FieldDraft,
} from './recordDraft.ts'
import type { Row } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { Field } from '../../protocol/field.ts'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { recordWords } from '../../words/en/record/record.ts'
import { writeWords } from '../../words/en/write.ts'
import { BesidePanel } from '../result/BesidePanel.tsx'
import type { Asked } from '../result/failure.ts'
import { isReadOnlyRefusal } from '../write/force.ts'
import { LockReason } from '../write/LockReason.tsx'
import { changeAnyway } from '../write/locks.ts'
import { InDoubtError, lookAgain, settle } from '../write/settled.ts'
import { useTableRight } from '../write/useTableRight.ts'
import { LeaveQuestion } from '../../ui/notes/LeaveQuestion.tsx'
import { DeletedRecord } from './DeletedRecord.tsx'
import { DeletionFailure } from './DeletionFailure.tsx'
import { deleteWords, doubtWords } from './doubtWords.ts'
import { editFailure } from './editFailure.ts'
import { problemWords } from './problemWords.ts'
import { RecordField, RecordInput } from './RecordFields.tsx'
import { begunFrom, recordEdit, type EditedRecord, type RecordEdit, type SavedChange } from './recordEdit.ts'
import { SaveFailure } from './SaveFailure.tsx'
import { losesDigits } from './sentValue.ts'
import styles from './RecordPanel.module.css'
import { useDeletion } from './useDeletion.ts'
import { useEditFocus } from './useEditFocus.ts'
import { UndoSave } from './UndoSave.tsx'

export interface RecordPanelProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly asked: Asked
  readonly resource: string
  readonly fields: readonly Field[]
  /** The row's number in the result, from 0. */
  readonly place: number | 'new'
  /** undefined while it isn't loaded, and for a new record. */
  readonly row: Row | undefined
  readonly rowCount: number
  /** Shows another record, or none. */
  readonly onPlace: (place: number | null) => void
  /** What is being edited; null while the record is only shown. */
  readonly edited: EditedRecord | null
  readonly drafts: Drafts
  readonly onEdit: (change: { edited?: EditedRecord | null; drafts?: Drafts; isSent?: boolean }) => void
  /** The record was stored, so what is shown has to be loaded again. */
  readonly onSaved: () => void
}

/** One record beside the grid, to read, edit or add. */
export function RecordPanel(props: RecordPanelProps) {
  const { client, instance, asked, resource, place, row, rowCount, onPlace, edited, drafts, onEdit } = props
  const panel = useRef<HTMLElement>(null)
  const isNew = place === 'new'
  const right = useTableRight(instance, client, resource)
  // The editor keeps what was shown when editing began, even if the grid loads again meanwhile.
  const fields = edited?.fields ?? props.fields
  const [isLeaving, setIsLeaving] = useState(false)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<{ field: string | null; error: Error } | null>(null)
  const [sent, setSent] = useState<RecordEdit | null>(null)
  const [saved, setSaved] = useState<SavedChange | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, DraftProblem>>(new Map())

  const deletion = useDeletion(client, resource, props.onSaved)

  const isEditing = edited !== null
  useEditFocus(panel, isEditing, drafts)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures === 0) return
    const refused = panel.current?.querySelector<HTMLElement>('[aria-invalid]')
    refused?.focus({ preventScroll: true })
    // The reason is shown below the field.
    refused?.scrollIntoView({ block: 'center' })
  }, [failures])
  const isTyped = drafts.size > 0
  const idPlace = fields.findIndex((field) => field.id === '_id')
  const id = edited && !isNew ? (edited.row[idPlace] ?? null) : null
  const writable = fields.filter((field) => field.id !== '_id')
  const hasId = (row?.[idPlace] ?? 'null') !== 'null'

  const change = (field: Field, draft: FieldDraft) => {
    setIsLeaving(false)
    onEdit({ drafts: new Map([...drafts, [field.id, draft]]) })
    setProblems(new Map([...problems].filter(([name]) => name !== field.id)))
    if (refusal?.field === field.id) setRefusal(null)
  }
  const endEditing = () => {
    onEdit({ edited: null, drafts: new Map(), isSent: false })
    setIsLeaving(false)
    setProblems(new Map())
    setRefusal(null)
  }
  const problemOf = (field: Field) => {
    const problem = problems.get(field.id)
    if (problem !== undefined) return problemWords(problem)
    return refusal?.field === field.id ? editFailure(refusal.error, asked).what : null
  }
  const isRounded = (field: Field) => {
    const draft = drafts.get(field.id)
    const read = draft === undefined ? null : draftJson(draft, field)
    return read !== null && 'json' in read && losesDigits(client, field, read.json)
  }
  const close = () => onPlace(null)
  const doubt = refusal?.error instanceof InDoubtError && refusal.error.isOpen ? refusal.error : null
  const saveAnyway = () => {
    changeAnyway(client, resource)
    void save()
  }
  const saveMine = (now: ReadRecord) => {
    if (edited === null) return
    const begun = begunFrom(now, edited, drafts)
    onEdit(begun)
    void save(undefined, begun)
  }
  const takeTheirs = (now: ReadRecord, changed: readonly string[]) => {
    if (edited === null) return
    const begun = begunFrom(now, edited, drafts)
    onEdit({ ...begun, drafts: new Map([...begun.drafts].filter(([name]) => !changed.includes(name))) })
    setRefusal(null)
    panel.current?.focus()
  }
  const save = async (event?: FormEvent, begun: Pick<RecordPanelProps, 'edited' | 'drafts'> = props) => {
    event?.preventDefault()
    if (begun.edited === null || saving) return
    const found = changesOf(fields, begun.drafts, begun.edited.row)
    setProblems(found.problems)
    setRefusal(null)
    if (found.problems.size > 0) {
      setFailures(failures + 1)
      return
    }
    if (found.changes.length === 0 && !isNew) return endEditing()
    setSaving(true)
    onEdit({ isSent: true })
    let stored: SavedChange | null = null
    try {
      let edit = sent
      if (doubt !== null && edit !== null) await lookAgain(edit.change, doubt)
      else {
        edit = await recordEdit(client, resource, id, begun.edited, found.changes)
        setSent(edit)
        await settle(edit.change)
      }
      stored = await edit.saved()
    } catch (caught) {
      const error = caught instanceof Error ? caught : new Error(String(caught))
      const isOfField = error instanceof ActionError && !isReadOnlyRefusal(error)
      onEdit({ isSent: error instanceof InDoubtError && error.isOpen })
      setRefusal({ field: isOfField ? refusedField(error.message, found.changes) : null, error })
      setFailures(failures + 1)
      return
    } finally {
      setSaving(false)
    }
    showToast(isNew ? recordWords.added : recordWords.saved)
    setSaved(stored)
    props.onSaved()
    if (isNew) close()
    else endEditing()
  }

  const title = titleOf(place, edited === null ? null : asked.table)
  return (
    <BesidePanel
      ref={panel}
      label={recordWords.record}
      className={styles.panel}
      onEscape={() => {
        if (isLeaving) setIsLeaving(false)
        else if (isTyped) setIsLeaving(true)
        else if (edited === null || isNew) close()
        else endEditing()
      }}
    >
      <div className={styles.head}>
        <h2>{title}</h2>
        {!isNew && edited === null && (
          <>
            <Button
              variant="ghost"
              icon={ChevronUp}
              iconOnly
              label={recordWords.previous}
              disabled={place === 0}
              onClick={() => onPlace(place - 1)}
            />
            <Button
              variant="ghost"
              icon={ChevronDown}
              iconOnly
              label={recordWords.next}
              disabled={place + 1 >= rowCount}
              onClick={() => onPlace(place + 1)}
            />
          </>
        )}
        <Button
          variant="ghost"
          icon={X}
          iconOnly
          label={recordWords.close}
          onClick={isTyped ? () => setIsLeaving(true) : close}
        />
      </div>
      {deletion.step !== 'shown' ? (
        <DeletedRecord deletion={deletion} asked={asked} />
      ) : edited === null ? (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus */}
          <section className={styles.fields} aria-label={recordWords.fields} tabIndex={0}>
            {row === undefined && <p className={styles.quiet}>{recordWords.notLoaded}</p>}
            {row && (
              <dl>
                {fields.map((field, at) => (
                  <RecordField key={field.id} field={field} value={row[at]} />
                ))}
              </dl>
            )}
          </section>
          {row !== undefined && (
            <div className={styles.foot}>
              {right !== 'mayChange' ? (
                <div className={styles.remark}>
                  <LockReason right={right} instance={instance.title} client={client} resource={resource} />
                </div>
              ) : hasId ? (
                <>
                  <output className={styles.remark}>{doubtWords(deletion.doubts)}</output>
                  <DeletionFailure error={deletion.error} asked={asked} />
                  {saved !== null && saved.id === row[idPlace] && (
                    <UndoSave
                      {...{ client, resource, asked, saved }}
                      onUndone={() => {
                        setSaved(null)
                        props.onSaved()
                      }}
                    />
                  )}
                  <Button
                    size="lg"
                    variant="danger"
                    icon={Trash2}
                    busy={deletion.isBusy}
                    onClick={() => void deletion.remove(row[idPlace] ?? 'null')}
                  >
                    {deleteWords(deletion)}
                  </Button>
                  <Button size="lg" icon={Pencil} onClick={() => onEdit({ edited: { row, fields } })}>
                    {recordWords.edit}
                  </Button>
                </>
              ) : (
                <p className={styles.remark}>
                  <RichText parts={recordWords.withoutId()} />
                </p>
              )}
            </div>
          )}
        </>
      ) : (
        <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
          {/* What is in doubt stays as it was sent, so that it is what the page looks for. */}
          <div className={styles.fields} inert={doubt !== null}>
            {writable.map((field) => (
              <RecordInput
                key={field.id}
                field={field}
                draft={drafts.get(field.id) ?? draftOf(edited.row[fields.indexOf(field)], field)}
                problem={problemOf(field)}
                isRounded={isRounded(field)}
                reading={readingOf(drafts.get(field.id), field, edited.row[fields.indexOf(field)])}
                onChange={(draft) => change(field, draft)}
              />
            ))}
          </div>
          <div className={styles.foot}>
            {refusal !== null && refusal.field === null && (
              <SaveFailure
                {...{ error: refusal.error, asked }}
                onAnyway={saveAnyway}
                onMine={saveMine}
                onTheirs={takeTheirs}
              />
            )}
            {isLeaving ? (
              <LeaveQuestion onStay={() => setIsLeaving(false)} onLeave={close}>
                {recordWords.changesAreLost}
              </LeaveQuestion>
            ) : (
              <>
                <Button size="lg" variant="ghost" onClick={isNew ? close : endEditing}>
                  {recordWords.cancel}
                </Button>
                <Button size="lg" variant="primary" type="submit" busy={saving}>
                  {doubt !== null ? writeWords.lookAgain : isNew ? recordWords.add : recordWords.save}
                </Button>
              </>
            )}
          </div>
        </form>
      )}
    </BesidePanel>
  )
}

function titleOf(place: number | 'new', table: string | null): string {
  if (place === 'new') return table === null ? recordWords.newTitle : recordWords.newTitleIn(table)
  return table === null ? recordWords.title(place + 1) : recordWords.titleIn(place + 1, table)
}

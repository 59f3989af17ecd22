import { useEffect, useState, type FormEvent, type RefObject } from 'react'
import { ActionError } from '../../../protocol/envelope.ts'
import type { Field } from '../../../protocol/field.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { recordWords } from '../../../words/en/record/record.ts'
import { isReadOnlyRefusal } from '../../write/force.ts'
import { changeAnyway } from '../../write/locks.ts'
import { InDoubtError, lookAgain, settle } from '../../write/settled.ts'
import type { ReadRecord } from './changedSince.ts'
import { editFailure } from './editFailure.ts'
import { problemWords } from './problemWords.ts'
import { changesOf, draftJson, refusedField, type DraftProblem, type FieldDraft } from './recordDraft.ts'
import { begunFrom, recordEdit, type RecordEdit, type SavedChange } from './recordEdit.ts'
import type { RecordPanelProps } from '../recordPanelProps.ts'
import { losesDigits } from './sentValue.ts'
import { useEditFocus } from './useEditFocus.ts'

export type RecordEditing = ReturnType<typeof useRecordEditing>

/** The changes of a record while they are typed, checked, sent and found stored or not. */
export function useRecordEditing(props: RecordPanelProps, panel: RefObject<HTMLElement | null>) {
  const { client, asked, resource, place, edited, drafts, onEdit, onPlace } = props
  const isNew = place === 'new'
  // The editor keeps what was shown when editing began, even if the grid loads again meanwhile.
  const fields = edited?.fields ?? props.fields
  const [isLeaving, setIsLeaving] = useState(false)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<{ field: string | null; error: Error } | null>(null)
  const [sent, setSent] = useState<RecordEdit | null>(null)
  const [saved, setSaved] = useState<SavedChange | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, DraftProblem>>(new Map())

  useEditFocus(panel, edited !== null, drafts)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures === 0) return
    const refused = panel.current?.querySelector<HTMLElement>('[aria-invalid]')
    refused?.focus({ preventScroll: true })
    // The reason is shown below the field.
    refused?.scrollIntoView({ block: 'center' })
  }, [failures, panel])
  const idPlace = fields.findIndex((field) => field.id === '_id')
  const id = edited && !isNew ? (edited.row[idPlace] ?? null) : null
  const doubt = refusal?.error instanceof InDoubtError && refusal.error.isOpen ? refusal.error : null

  const endEditing = () => {
    onEdit({ edited: null, drafts: new Map(), isSent: false })
    setIsLeaving(false)
    setProblems(new Map())
    setRefusal(null)
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
    if (isNew) onPlace(null)
    else endEditing()
  }

  return {
    fields,
    isNew,
    isTyped: drafts.size > 0,
    isLeaving,
    setIsLeaving,
    saving,
    /** Why the whole of it was refused, or nobody knows whether it was stored. */
    error: refusal !== null && refusal.field === null ? refusal.error : null,
    doubt,
    /** What was stored last, which can be undone. */
    saved,
    forgetSaved: () => setSaved(null),
    endEditing,
    save,
    change(field: Field, draft: FieldDraft) {
      setIsLeaving(false)
      onEdit({ drafts: new Map([...drafts, [field.id, draft]]) })
      setProblems(new Map([...problems].filter(([name]) => name !== field.id)))
      if (refusal?.field === field.id) setRefusal(null)
    },
    problemOf(field: Field) {
      const problem = problems.get(field.id)
      if (problem !== undefined) return problemWords(problem)
      return refusal?.field === field.id ? editFailure(refusal.error, asked).what : null
    },
    isRounded(field: Field) {
      const draft = drafts.get(field.id)
      const read = draft === undefined ? null : draftJson(draft, field)
      return read !== null && 'json' in read && losesDigits(client, field, read.json)
    },
    saveAnyway(this: void) {
      changeAnyway(client, resource)
      void save()
    },
    saveMine(this: void, now: ReadRecord) {
      if (edited === null) return
      const begun = begunFrom(now, edited, drafts)
      onEdit(begun)
      void save(undefined, begun)
    },
    takeTheirs(this: void, now: ReadRecord, changed: readonly string[]) {
      if (edited === null) return
      const begun = begunFrom(now, edited, drafts)
      onEdit({ ...begun, drafts: new Map([...begun.drafts].filter(([name]) => !changed.includes(name))) })
      setRefusal(null)
      panel.current?.focus()
    },
  }
}

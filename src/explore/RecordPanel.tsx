import { ChevronDown, ChevronUp, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { changesOf, draftOf, refusedField, writeParams, type FieldDraft } from '../client/recordDraft.ts'
import type { Row } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import type { Field } from '../protocol/field.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/Toast.tsx'
import { explainWrite } from './explainWrite.ts'
import type { Asked, Failure } from './failure.ts'
import { countWords } from './figures.ts'
import { RecordField, RecordInput } from './RecordFields.tsx'
import styles from './RecordPanel.module.css'

export interface RecordPanelProps {
  readonly client: ActionClient
  readonly asked: Asked
  readonly resource: string
  readonly fields: readonly Field[]
  /** The row's number in the result, from 0. */
  readonly place: number | 'new'
  /** undefined while it is not here, and for a new one. */
  readonly row: Row | undefined
  readonly rowCount: number
  readonly mayWrite: boolean
  /** Shows another record, or none. */
  readonly onPlace: (place: number | null) => void
  /** The record is stored; what is shown is to be asked for anew. */
  readonly onSaved: () => void
}

/** One record beside the grid: all its fields to read, to change or, of a new one, to give. */
export function RecordPanel(props: RecordPanelProps) {
  const { client, asked, resource, fields, place, row, rowCount, mayWrite, onPlace } = props
  const panel = useRef<HTMLElement>(null)
  const isNew = place === 'new'
  // What is edited stays what was shown when the editing began, also when the grid loads anew meanwhile.
  const [edited, setEdited] = useState<Row | null>(isNew ? NO_VALUES : null)
  const [drafts, setDrafts] = useState<ReadonlyMap<string, FieldDraft>>(new Map())
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<{ field: string | null; failure: Failure } | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  const idPlace = fields.findIndex((field) => field.id === '_id')
  const id = edited && !isNew ? (edited[idPlace] ?? null) : null
  const writable = fields.filter((field) => field.id !== '_id')
  const mayEdit = mayWrite && idPlace !== -1 && row !== undefined

  const change = (field: Field, draft: FieldDraft) => {
    setDrafts(new Map([...drafts, [field.id, draft]]))
    setProblems(new Map([...problems].filter(([name]) => name !== field.id)))
    if (refusal?.field === field.id) setRefusal(null)
  }
  const endEditing = () => {
    setEdited(null)
    setDrafts(new Map())
    setProblems(new Map())
    setRefusal(null)
  }
  const close = () => onPlace(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (edited === null || saving) return
    const found = changesOf(fields, drafts, edited)
    setProblems(found.problems)
    setRefusal(null)
    if (found.problems.size > 0) return
    if (found.changes.length === 0 && !isNew) return endEditing()
    setSaving(true)
    try {
      await client.write('datastore_upsert', writeParams(resource, id, found.changes))
    } catch (caught) {
      const error = caught instanceof Error ? caught : new Error(String(caught))
      const field = error instanceof ActionError ? refusedField(error.message, found.changes) : null
      setRefusal({ field, failure: explainWrite(error, asked) })
      return
    } finally {
      setSaving(false)
    }
    showToast(isNew ? 'Record added.' : 'Record saved.')
    props.onSaved()
    if (isNew) close()
    else endEditing()
  }

  const title = isNew ? 'New record' : `Record ${countWords(place + 1)}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc from whatever is inside
    <aside
      ref={panel}
      className={styles.panel}
      aria-label="Record"
      tabIndex={-1}
      onKeyDown={(event) => {
        // What was typed is given up by Cancel alone.
        if (event.key !== 'Escape' || event.defaultPrevented || drafts.size > 0) return
        event.preventDefault()
        event.stopPropagation()
        if (edited === null || isNew) close()
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
              label="Previous record"
              disabled={place === 0}
              onClick={() => onPlace(place - 1)}
            />
            <Button
              variant="ghost"
              icon={ChevronDown}
              iconOnly
              label="Next record"
              disabled={place + 1 >= rowCount}
              onClick={() => onPlace(place + 1)}
            />
          </>
        )}
        <Button variant="ghost" icon={X} iconOnly label="Close record" onClick={close} />
      </div>
      {edited === null ? (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus */}
          <section className={styles.fields} aria-label="Fields of the record" tabIndex={0}>
            {row === undefined && <p className={styles.quiet}>This record is not loaded yet. Scroll the grid to it.</p>}
            {row && (
              <dl>
                {fields.map((field, at) => (
                  <RecordField key={field.id} field={field} value={row[at]} />
                ))}
              </dl>
            )}
          </section>
          {mayEdit && (
            <div className={styles.foot}>
              <Button size="lg" icon={Pencil} onClick={() => setEdited(row)}>
                Edit
              </Button>
            </div>
          )}
        </>
      ) : (
        <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
          <div className={styles.fields}>
            {writable.map((field) => (
              <RecordInput
                key={field.id}
                field={field}
                draft={drafts.get(field.id) ?? draftOf(edited[fields.indexOf(field)], field)}
                problem={problems.get(field.id) ?? (refusal?.field === field.id ? refusal.failure.what : null)}
                onChange={(draft) => change(field, draft)}
              />
            ))}
          </div>
          <div className={styles.foot}>
            {refusal && refusal.field === null && (
              <Alert title={refusal.failure.what} serverText={refusal.failure.serverText}>
                {refusal.failure.remedy ?? undefined}
              </Alert>
            )}
            <Button size="lg" variant="ghost" onClick={isNew ? close : endEditing}>
              Cancel
            </Button>
            <Button size="lg" variant="primary" type="submit" busy={saving}>
              {isNew ? 'Add record' : 'Save changes'}
            </Button>
          </div>
        </form>
      )}
    </aside>
  )
}

const NO_VALUES: Row = []

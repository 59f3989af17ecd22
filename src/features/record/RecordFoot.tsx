import { Braces, Columns2, Link, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Row } from '../../protocol/answers.ts'
import { withCharacters } from '../../protocol/json/jsonCharacters.ts'
import type { Field } from '../../protocol/field.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/browser/copyText.ts'
import { RichText } from '../../ui/RichText.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { recordWords } from '../../words/en/record/record.ts'
import type { Asked } from '../result/failure.ts'
import { LockReason } from '../write/LockReason.tsx'
import type { useTableRight } from '../write/useTableRight.ts'
import { laterComponent } from '../../ui/later.tsx'
import { withChosen, type ChosenRecord } from './compare/comparedRecords.ts'
import { DeletionFailure } from './edit/DeletionFailure.tsx'
import { deleteWords, doubtWords } from './edit/doubtWords.ts'
import type { SavedChange } from './edit/recordEdit.ts'
import styles from './RecordPanel.module.css'
import { recordId } from './RecordView.tsx'
import { UndoSave } from './edit/UndoSave.tsx'
import type { useDeletion } from './edit/useDeletion.ts'

const CompareRecords = laterComponent(() =>
  import('./compare/CompareRecords.tsx').then((module) => module.CompareRecords),
)

export interface RecordFootProps {
  readonly instance: string
  readonly client: ActionClient
  readonly resource: string
  readonly asked: Asked
  readonly fields: readonly Field[]
  readonly row: Row
  readonly right: ReturnType<typeof useTableRight>
  readonly deletion: ReturnType<typeof useDeletion>
  readonly saved: SavedChange | null
  /** A link to the record by its `_id`; absent where none can be made. */
  readonly linkTo: ((id: string) => string) | undefined
  /** The row's number in the result, from 0. */
  readonly place: number
  /** The records that were chosen to be compared. */
  readonly chosen: readonly ChosenRecord[]
  readonly onChosen: (records: readonly ChosenRecord[]) => void
  readonly onUndone: () => void
  readonly onEdit: () => void
}

/** What can be done with a record that is shown: copied, linked, changed, deleted. */
export function RecordFoot(props: RecordFootProps) {
  const { instance, client, resource, asked, fields, row, right, deletion, saved, linkTo, onUndone, onEdit } = props
  const { place, chosen, onChosen } = props
  const [isCompared, setIsCompared] = useState(false)
  const id = recordId(fields, row)
  const idValue = row[fields.findIndex((field) => field.id === '_id')] ?? 'null'
  const mayChange = right === 'mayChange' && id !== null
  return (
    <div className={styles.foot}>
      {right !== 'mayChange' && (
        <div className={styles.remark}>
          <LockReason right={right} instance={instance} client={client} resource={resource} />
        </div>
      )}
      {right === 'mayChange' && id === null && (
        <p className={styles.remark}>
          <RichText parts={recordWords.withoutId()} />
        </p>
      )}
      {mayChange && (
        <>
          <output className={styles.remark}>{doubtWords(deletion.doubts)}</output>
          <DeletionFailure error={deletion.error} asked={asked} />
          {saved !== null && saved.id === idValue && <UndoSave {...{ client, resource, asked, saved, onUndone }} />}
        </>
      )}
      <div className={styles.actions}>
        <Button size="sm" icon={Braces} onClick={() => void copy(recordJson(fields, row))}>
          {recordWords.copyJson}
        </Button>
        {id !== null && linkTo !== undefined && (
          <Button size="sm" icon={Link} onClick={() => void copy(linkTo(id))}>
            {recordWords.copyLink}
          </Button>
        )}
        <Button
          size="sm"
          icon={Columns2}
          title={recordWords.compareHint}
          aria-pressed={chosen.some((record) => record.place === place)}
          onClick={() => onChosen(withChosen(chosen, { place, fields, row }))}
        >
          {recordWords.compare}
        </Button>
        {chosen.length > 1 && (
          <Button size="sm" onClick={() => setIsCompared(true)}>
            {recordWords.showChosen(chosen.length)}
          </Button>
        )}
        {isCompared && <CompareRecords records={chosen} onClose={() => setIsCompared(false)} />}
        {mayChange && (
          <>
            <span className={styles.spacer} />
            <Button
              size="sm"
              variant="danger"
              icon={Trash2}
              busy={deletion.isBusy}
              onClick={() => void deletion.remove(idValue)}
            >
              {deleteWords(deletion)}
            </Button>
            <Button size="sm" icon={Pencil} onClick={onEdit}>
              {recordWords.edit}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** The record as JSON, each value as the server sent it. */
function recordJson(fields: readonly Field[], row: Row): string {
  const members = fields.flatMap(({ id }, at) => {
    const value = row[at]
    return value === undefined ? [] : [`  ${JSON.stringify(id)}: ${withCharacters(value)}`]
  })
  return `{\n${members.join(',\n')}\n}`
}

async function copy(text: string): Promise<void> {
  showToast((await copyText(text)) ? recordWords.copied : recordWords.notCopied)
}

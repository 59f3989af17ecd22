import { toolWords } from '../../words/en/filter/tools.ts'
import { Button } from '../../ui/Button.tsx'
import { LeaveQuestion } from '../../ui/notes/LeaveQuestion.tsx'
import { recordWords } from '../../words/en/record/record.ts'
import { writeWords } from '../../words/en/write.ts'
import type { Asked } from '../result/failure.ts'
import { draftOf, readingOf, type Drafts } from './edit/recordDraft.ts'
import type { EditedRecord } from './edit/recordEdit.ts'
import { RecordInput } from './RecordFields.tsx'
import styles from './RecordPanel.module.css'
import { SaveFailure } from './edit/SaveFailure.tsx'
import type { RecordEditing } from './edit/useRecordEditing.ts'

export interface RecordFormProps {
  readonly editing: RecordEditing
  readonly edited: EditedRecord
  readonly drafts: Drafts
  readonly asked: Asked
  readonly onClose: () => void
}

/** A record to change or to add. */
export function RecordForm({ editing, edited, drafts, asked, onClose }: RecordFormProps) {
  const { fields, isNew, doubt, error, isLeaving, saving } = editing
  return (
    <form className={styles.form} onSubmit={(event) => void editing.save(event)} noValidate>
      {/* What is in doubt stays as it was sent, so that it is what the page looks for. */}
      <div className={styles.fields} inert={doubt !== null}>
        {fields.map((field, at) =>
          field.id === '_id' ? null : (
            <RecordInput
              key={field.id}
              field={field}
              draft={drafts.get(field.id) ?? draftOf(edited.row[at], field)}
              problem={editing.problemOf(field)}
              isRounded={editing.isRounded(field)}
              reading={readingOf(drafts.get(field.id), field, edited.row[at])}
              onChange={(draft) => editing.change(field, draft)}
            />
          ),
        )}
      </div>
      <div className={styles.foot}>
        {error !== null && (
          <SaveFailure
            {...{ error, asked }}
            onAnyway={editing.saveAnyway}
            onMine={editing.saveMine}
            onTheirs={editing.takeTheirs}
          />
        )}
        {isLeaving ? (
          <LeaveQuestion onStay={() => editing.setIsLeaving(false)} onLeave={onClose}>
            {recordWords.changesAreLost}
          </LeaveQuestion>
        ) : (
          <>
            <Button size="lg" variant="ghost" onClick={isNew ? onClose : editing.endEditing}>
              {recordWords.cancel}
            </Button>
            <Button size="lg" variant="primary" type="submit" busy={saving}>
              {doubt !== null ? writeWords.lookAgain : isNew ? toolWords.addRecord : recordWords.save}
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

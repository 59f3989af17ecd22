import { jsonToPlain } from '../../protocol/jsonText.ts'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { SearchField } from '../../ui/Field.tsx'
import { recordWords } from '../../words/en/record/record.ts'
import { foundFields } from './foundFields.ts'
import { RecordField } from './RecordFields.tsx'
import styles from './RecordPanel.module.css'

export interface RecordViewProps {
  readonly fields: readonly Field[]
  /** undefined while it isn't loaded. */
  readonly row: Row | undefined
  /** What the fields are found by; it stays while one goes from record to record. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** The values of a record, whole, with what the data dictionary says of their fields. */
export function RecordView({ fields, row, text, onText }: RecordViewProps) {
  const found = row === undefined ? [] : foundFields(fields, row, text)
  return (
    <>
      {row !== undefined && (
        <div className={styles.find}>
          <SearchField label={recordWords.find} value={text} onChange={onText} />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus */}
      <section className={styles.fields} aria-label={recordWords.fields} tabIndex={0}>
        {row === undefined && <p className={styles.quiet}>{recordWords.notLoaded}</p>}
        {row !== undefined && found.length === 0 && (
          <p className={styles.quiet}>{recordWords.noneFound(text.trim())}</p>
        )}
        {row !== undefined && (
          <dl>
            {found.map((at) => {
              const field = fields[at]
              return field && <RecordField key={field.id} field={field} value={row[at]} />
            })}
          </dl>
        )}
      </section>
    </>
  )
}

/** The `_id` of a record as text; null if it has none to find it by. */
export function recordId(fields: readonly Field[], row: Row | undefined): string | null {
  const value = row?.[fields.findIndex((field) => field.id === '_id')]
  return value === undefined || value === 'null' ? null : jsonToPlain(value)
}

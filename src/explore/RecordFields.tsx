import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { FieldDraft } from '../client/recordDraft.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { Checkbox } from '../ui/Field.tsx'
import { Icon, typeIcon } from '../ui/Icon.tsx'
import { NullMark } from '../ui/NullMark.tsx'
import styles from './RecordPanel.module.css'

/** A field of a record, to read: the whole value, its digits and letters as the server sent them. */
export function RecordField({ field, value }: { readonly field: Field; readonly value: JsonText | undefined }) {
  const kind = fieldKind(field.type)
  const text = value === undefined ? '' : kind === 'json' ? value : jsonToPlain(value)
  return (
    <div className={styles.field}>
      <dt>
        <Icon icon={typeIcon(kind)} size={12} />
        {field.id}
      </dt>
      <dd data-face={kind === 'text' ? 'text' : 'code'}>
        {value === undefined || value === 'null' ? (
          value === undefined ? (
            <span className={styles.quiet}>missing</span>
          ) : (
            <NullMark />
          )
        ) : value === '""' ? (
          <span className={styles.quiet}>empty text</span>
        ) : (
          text.slice(0, LONGEST_SHOWN)
        )}
        {text.length > LONGEST_SHOWN && <span className={styles.quiet}> … cut here; its cell opens it whole</span>}
      </dd>
    </div>
  )
}

/** Characters of a value that are drawn. */
const LONGEST_SHOWN = 20_000

export interface RecordInputProps {
  readonly field: Field
  readonly draft: FieldDraft
  /** What is wrong with it, in words. */
  readonly problem: string | null
  readonly onChange: (draft: FieldDraft) => void
}

/** A field of a record, to change: its text, and apart from it whether it is null. */
export function RecordInput({ field, draft, problem, onChange }: RecordInputProps) {
  const id = useId()
  const kind = fieldKind(field.type)
  const shared = {
    id,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': problem === null ? undefined : `${id}-problem`,
  }
  const type = (text: string) => onChange({ text, isNull: false })
  const placeholder = draft.isNull ? 'null' : kind === 'text' ? 'empty text' : ''
  return (
    <fieldset className={styles.input} aria-label={field.id}>
      <div>
        <label htmlFor={id}>
          <Icon icon={typeIcon(kind)} size={12} />
          {field.id}
        </label>
        <Checkbox label="null" checked={draft.isNull} onChange={(isNull) => onChange({ text: draft.text, isNull })} />
      </div>
      {kind === 'boolean' ? (
        <span className={styles.choice}>
          <select
            {...shared}
            value={draft.isNull ? '' : draft.text}
            onChange={(event) => onChange({ text: event.target.value, isNull: event.target.value === '' })}
          >
            <option value="">null</option>
            <option value="true">true</option>
            <option value="false">false</option>
          </select>
          <Icon icon={ChevronDown} size={12} />
        </span>
      ) : kind === 'text' || kind === 'json' || kind === 'array' ? (
        <textarea
          {...shared}
          rows={Math.min(
            8,
            Math.max(kind === 'text' ? 1 : 2, draft.text.split('\n').length, Math.ceil(draft.text.length / 40)),
          )}
          value={draft.text}
          placeholder={placeholder}
          spellCheck={kind === 'text'}
          data-face={kind === 'text' ? 'text' : 'code'}
          onChange={(event) => type(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          value={draft.text}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          data-face="code"
          onChange={(event) => type(event.target.value)}
        />
      )}
      {problem !== null && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {field.type === 'timestamp' && !draft.isNull && (
        <p className={styles.quiet}>
          Shown to the millisecond. What is stored may be finer, and stays until you change it.
        </p>
      )}
    </fieldset>
  )
}

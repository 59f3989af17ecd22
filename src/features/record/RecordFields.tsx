import { ChevronDown } from 'lucide-react'
import { useId, useRef } from 'react'
import type { FieldDraft, Reading } from './edit/recordDraft.ts'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import { jsonKind, type JsonText } from '../../protocol/jsonText.ts'
import { linkOf } from '../../words/linkOf.ts'
import { dictionaryWords } from '../result/gridColumns.ts'
import { JsonTree } from './JsonTree.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Icon, typeIcon } from '../../ui/Icon.tsx'
import { NullMark } from '../../ui/NullMark.tsx'
import { recordWords } from '../../words/en/record/record.ts'
import { uiWords } from '../../words/en/ui.ts'
import { shownName } from '../../words/shownName.ts'
import { visibleLines } from '../../words/visibleText.ts'
import styles from './RecordPanel.module.css'

/** A field of a record, read-only: the whole value, each digit as the server sent it, and signs that can't be seen made visible. */
export function RecordField({ field, value }: { readonly field: Field; readonly value: JsonText | undefined }) {
  const kind = fieldKind(field.type)
  const text = value === undefined ? '' : visibleLines(plainText(value, kind))
  const { label, note } = dictionaryWords(field)
  return (
    <div className={styles.field}>
      <dt>
        <Icon icon={typeIcon(kind)} size={12} />
        <span>{shownName(field.id)}</span>
        {label !== undefined && <span className={styles.label}>{label}</span>}
      </dt>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
      <dd data-face={kind === 'text' ? 'text' : 'code'}>
        {value === undefined || value === 'null' ? (
          value === undefined ? (
            <span className={styles.quiet}>{recordWords.missing}</span>
          ) : (
            <NullMark />
          )
        ) : value === '""' ? (
          <span className={styles.quiet}>{recordWords.emptyText}</span>
        ) : (
          <WholeValue kind={kind} value={value} text={text} />
        )}
        {text.length > LONGEST_SHOWN && <span className={styles.quiet}>{recordWords.cutHere}</span>}
      </dd>
    </div>
  )
}

function WholeValue({ kind, value, text }: { kind: FieldKind; value: JsonText; text: string }) {
  const is = jsonKind(value)
  if (is === 'object' || is === 'array') return <JsonTree value={value} />
  const link = kind === 'text' ? linkOf(text) : null
  if (link === null) return text.slice(0, LONGEST_SHOWN)
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}

/** The most characters of a value that are shown. */
const LONGEST_SHOWN = 20_000

export interface RecordInputProps {
  readonly field: Field
  readonly draft: FieldDraft
  /** What is wrong with it, in a sentence. */
  readonly problem: string | null
  /** The server would store fewer digits than were typed. */
  readonly isRounded: boolean
  /** How it is understood; null while it is the record's value. */
  readonly reading: Reading | null
  readonly onChange: (draft: FieldDraft) => void
}

/** A field of a record to edit: its text and, separately, whether it is null. */
export function RecordInput({ field, draft, problem, isRounded, reading, onChange }: RecordInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const kind = fieldKind(field.type)
  const { storedAs, choices } = reading ?? UNREAD
  const isUnclear = choices.length > 0
  const isNoted = isUnclear || storedAs !== null
  const shared = {
    id,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': problem === null && !isNoted ? undefined : `${id}-note`,
  }
  const type = (text: string) => onChange({ text, isNull: false })
  const placeholder = draft.isNull ? uiWords.null : kind === 'text' ? recordWords.emptyText : ''
  return (
    <fieldset className={styles.input} aria-label={shownName(field.id)}>
      <div>
        <label htmlFor={id}>
          <Icon icon={typeIcon(kind)} size={12} />
          {shownName(field.id)}
        </label>
        <Checkbox
          label={uiWords.null}
          checked={draft.isNull}
          onChange={(isNull) => onChange({ text: draft.text, isNull })}
        />
      </div>
      {kind === 'boolean' ? (
        <span className={styles.choice}>
          <select
            {...shared}
            value={draft.isNull ? '' : draft.text}
            onChange={(event) => onChange({ text: event.target.value, isNull: event.target.value === '' })}
          >
            <option value="">{uiWords.null}</option>
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
          ref={input}
          value={draft.text}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          data-face="code"
          onChange={(event) => type(event.target.value)}
        />
      )}
      {problem !== null ? (
        <p id={`${id}-note`} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : (
        isNoted && (
          <output id={`${id}-note`} className={styles.quiet}>
            {storedAs === null
              ? recordWords.misread.unclear(draft.text.trim())
              : recordWords.storedAs(storedAs, !INEXACT.test(field.type))}
          </output>
        )
      )}
      {isUnclear && (
        <span className={styles.readings}>
          {choices.map((choice) => (
            <Button
              key={choice}
              size="sm"
              aria-describedby={`${id}-note`}
              onClick={() => {
                input.current?.focus()
                onChange({ text: choice, isNull: false, isChosen: true })
              }}
            >
              {choice}
            </Button>
          ))}
        </span>
      )}
      {isRounded && <output className={styles.quiet}>{recordWords.roundedJson}</output>}
      {field.type === 'timestamp' && !draft.isNull && reading === null && (
        <p className={styles.quiet}>{recordWords.finerTime}</p>
      )}
    </fieldset>
  )
}

const UNREAD: Reading = { storedAs: null, choices: [] }

/** The types that may keep fewer digits than they are given, or show a time in the zone of the server. */
const INEXACT = /^(?:float|real|double|number|timestamptz|timestamp with time zone)/i

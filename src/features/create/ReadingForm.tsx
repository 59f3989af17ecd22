import { SEPARATORS } from '../../formats/csv/csvDialect.ts'
import type { ReadingChoice, ReadTable } from '../../formats/readTable.ts'
import { ENCODINGS } from '../../formats/csv/textEncoding.ts'
import { Select } from '../../ui/Field.tsx'
import { readingWords } from '../../words/en/create/reading.ts'
import { FormRow } from './FormRow.tsx'
import styles from './ReadingForm.module.css'

export interface ReadingFormProps {
  readonly table: ReadTable
  /** Reads the file again, in this way; null once the load has begun. */
  readonly onReading: ((chosen: ReadingChoice) => void) | null
}

/** How the file is read, to be corrected by who sees in the preview that it is read wrongly. */
export function ReadingForm({ table, onReading }: ReadingFormProps) {
  const { reading, firstRecords } = table
  const isFixed = onReading === null
  const notes = [
    reading.isFallback ? readingWords.notUtf8 : '',
    reading.hasHint ? readingWords.hinted : '',
    reading.trims ? readingWords.trimmed : '',
  ].filter(Boolean)
  const names = firstRecords.map(({ line, cells }) => ({
    value: String(line),
    title: readingWords.namesIn(
      line,
      cells
        .map((cell) => cell ?? '')
        .join(', ')
        .slice(0, 60),
    ),
  }))
  return (
    <FormRow label={readingWords.title}>
      <div className={styles.reading}>
        <span>{readingWords.separator}</span>
        <Select
          label={readingWords.separator}
          value={reading.separator}
          disabled={isFixed}
          options={SEPARATORS.map((value) => ({ value, title: readingWords.separators[value] }))}
          onChange={(separator) => onReading?.({ separator })}
        />
        <span>{readingWords.encoding}</span>
        <Select
          label={readingWords.encoding}
          value={reading.encoding}
          disabled={isFixed}
          options={ENCODINGS.map((value) => ({ value, title: readingWords.encodings[value] }))}
          onChange={(encoding) => onReading?.({ encoding })}
        />
        <span>{readingWords.names}</span>
        <Select
          label={readingWords.names}
          value={String(reading.namesLine ?? NONE)}
          disabled={isFixed}
          options={[...names, { value: NONE, title: readingWords.noNames }]}
          onChange={(line) => onReading?.({ namesLine: line === NONE ? null : Number(line) })}
        />
        <span>{readingWords.quotes}</span>
        <Select
          label={readingWords.quotes}
          value={reading.plainQuotes ? 'plain' : 'enclose'}
          disabled={isFixed}
          options={[
            { value: 'enclose', title: readingWords.quotesEnclose },
            { value: 'plain', title: readingWords.quotesPlain },
          ]}
          onChange={(quotes) => onReading?.({ plainQuotes: quotes === 'plain' })}
        />
        <span>{readingWords.emptyCells}</span>
        <span>{readingWords.emptyIsNull}</span>
      </div>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </FormRow>
  )
}

const NONE = 'none'

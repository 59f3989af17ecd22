import type { ReactNode } from 'react'
import { SEPARATORS } from '../../formats/csv/csvDialect.ts'
import { ENCODINGS } from '../../formats/csv/textEncoding.ts'
import type { ReadingChoice, ReadTable } from '../../formats/readTable.ts'
import type { FileRecord } from '../../formats/tableReader.ts'
import { Select } from '../../ui/Field.tsx'
import { readingWords } from '../../words/en/create/reading.ts'
import { FormRow } from './FormRow.tsx'
import styles from './ReadingForm.module.css'

export interface ReadingFormProps {
  readonly table: ReadTable
  /** Reads the file again, in this way; null once the load has begun. */
  readonly onReading: ((chosen: ReadingChoice) => void) | null
}

type Of<Format> = Omit<ReadingFormProps, 'table'> & { readonly table: Extract<ReadTable, { format: Format }> }

/** How the file is read, to be corrected by who sees in the preview that it is read wrongly. */
export function ReadingForm({ table, onReading }: ReadingFormProps) {
  const { archive } = table
  const members = archive !== null && archive.members.length > 1 && (
    <>
      <span>{readingWords.member}</span>
      <Select
        label={readingWords.member}
        value={archive.member}
        disabled={onReading === null}
        options={archive.members.map((value) => ({ value, title: value }))}
        onChange={(member) => onReading?.({ member })}
      />
    </>
  )
  switch (table.format) {
    case 'csv':
      return (
        <CsvForm table={table} onReading={onReading}>
          {members}
        </CsvForm>
      )
    case 'sheet':
      return (
        <SheetForm table={table} onReading={onReading}>
          {members}
        </SheetForm>
      )
    case 'json':
      return table.reading.lists.length < 2 ? (
        <Rows>{members}</Rows>
      ) : (
        <JsonForm table={table} onReading={onReading}>
          {members}
        </JsonForm>
      )
    case 'parquet':
      return <Rows>{members}</Rows>
  }
}

function Rows({ children }: { readonly children: ReactNode }) {
  if (children === false) return null
  return (
    <FormRow label={readingWords.title}>
      <div className={styles.reading}>{children}</div>
    </FormRow>
  )
}

function SheetForm({ table, onReading, children }: Of<'sheet'> & { readonly children: ReactNode }) {
  const { sheet, sheets, fillsMerged, hasMerged } = table.reading
  const isFixed = onReading === null
  return (
    <Rows>
      {children}
      <span>{readingWords.sheet}</span>
      <Select
        label={readingWords.sheet}
        value={sheet}
        disabled={isFixed}
        options={sheets.map(({ name, isHidden, rows }) => ({
          value: name,
          title: readingWords.sheetNamed(name, rows, isHidden),
        }))}
        // What was chosen for the rows of one sheet says nothing about another's.
        onChange={(chosen) => onReading?.({ sheet: chosen, namesLine: undefined })}
      />
      <Names table={table} onReading={onReading} />
      {hasMerged && (
        <>
          <span>{readingWords.merged}</span>
          <Select
            label={readingWords.merged}
            value={fillsMerged ? 'filled' : 'first'}
            disabled={isFixed}
            options={[
              { value: 'filled', title: readingWords.mergedFilled },
              { value: 'first', title: readingWords.mergedFirst },
            ]}
            onChange={(chosen) => onReading?.({ fillsMerged: chosen === 'filled' })}
          />
        </>
      )}
    </Rows>
  )
}

function JsonForm({ table, onReading, children }: Of<'json'> & { readonly children: ReactNode }) {
  return (
    <Rows>
      {children}
      <span>{readingWords.list}</span>
      <Select
        label={readingWords.list}
        value={table.reading.list}
        disabled={onReading === null}
        options={table.reading.lists.map(({ path, objects }) => ({
          value: path,
          title: readingWords.listAt(path, objects),
        }))}
        onChange={(list) => onReading?.({ list })}
      />
    </Rows>
  )
}

/** Which row has the names of the columns. */
function Names({ table, onReading }: Of<'csv' | 'sheet'>) {
  const said = table.numbering === 'rows' ? readingWords.namesInRow : readingWords.namesIn
  const names = table.firstRecords.map(({ line, cells }: FileRecord) => ({
    value: String(line),
    title: said(
      line,
      cells
        .map((cell) => cell ?? '')
        .join(', ')
        .slice(0, 60),
    ),
  }))
  return (
    <>
      <span>{readingWords.names}</span>
      <Select
        label={readingWords.names}
        value={String(table.reading.namesLine ?? NONE)}
        disabled={onReading === null}
        options={[...names, { value: NONE, title: readingWords.noNames }]}
        onChange={(line) => onReading?.({ namesLine: line === NONE ? null : Number(line) })}
      />
    </>
  )
}

function CsvForm({ table, onReading, children }: Of<'csv'> & { readonly children: ReactNode }) {
  const { reading } = table
  const isFixed = onReading === null
  const notes = [
    reading.isFallback ? readingWords.notUtf8 : '',
    reading.hasHint ? readingWords.hinted : '',
    reading.trims ? readingWords.trimmed : '',
  ].filter(Boolean)
  return (
    <FormRow label={readingWords.title}>
      <div className={styles.reading}>
        {children}
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
        <Names table={table} onReading={onReading} />
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

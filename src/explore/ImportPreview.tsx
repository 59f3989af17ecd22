import { KeyRound } from 'lucide-react'
import { nameProblem } from '../client/columnNames.ts'
import { COLUMN_TYPES, databaseType, fits, storedText, type ColumnType } from '../client/columnTypes.ts'
import type { CsvColumn, CsvTable } from '../client/csvTable.ts'
import { fieldKind } from '../protocol/field.ts'
import { Select } from '../ui/Field.tsx'
import { Icon, typeIcon } from '../ui/Icon.tsx'
import { NullMark } from '../ui/NullMark.tsx'
import { countWords } from './figures.ts'
import styles from './ImportPreview.module.css'

/** A column as it is chosen, beside what the file says of it. */
export interface ColumnChoice {
  readonly name: string
  readonly type: ColumnType
}

export interface ImportPreviewProps {
  readonly table: CsvTable
  readonly choices: readonly ColumnChoice[]
  readonly keyColumns: readonly number[]
  readonly disabled: boolean
  readonly onChoice: (place: number, choice: ColumnChoice) => void
}

/** The first rows as they will be stored, under the names and types that can be changed. */
export function ImportPreview({ table, choices, keyColumns, disabled, onChoice }: ImportPreviewProps) {
  const rows = table.preview.slice(0, Math.max(20, Math.floor(MOST_CELLS / Math.max(1, choices.length))))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus in it
    <section className={styles.scroller} aria-label="Preview of the rows" tabIndex={0}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- fields stand in its header */}
      <table role="grid" aria-label="Preview" className={styles.grid}>
        <thead>
          <tr>
            <th scope="col" className={styles.line}>
              Line
            </th>
            {table.columns.map((column, place) => {
              const choice = choices[place]
              if (!choice) return null
              const { name, type } = choice
              const others = choices.flatMap((each, other) => (other === place ? [] : [each.name]))
              const problem = nameProblem(name, others)
              const fit = fitWords(column, type, table.rows)
              return (
                // The columns of a file have no other identity than their place.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={place} scope="col">
                  <span className={styles.name}>
                    {keyColumns.includes(place) && <Icon icon={KeyRound} size={12} />}
                    <input
                      value={name}
                      disabled={disabled}
                      aria-label={`Name of ${column.written === '' ? `column ${place + 1}` : column.written}`}
                      aria-invalid={problem === null ? undefined : true}
                      title={problem ?? name}
                      spellCheck={false}
                      autoComplete="off"
                      onChange={(event) => onChoice(place, { ...choice, name: event.target.value })}
                    />
                  </span>
                  {disabled ? (
                    <span className={styles.type}>{TITLES[type]}</span>
                  ) : (
                    <Select
                      label={`Type of ${name}`}
                      value={type}
                      options={TYPES}
                      icon={<Icon icon={typeIcon(fieldKind(databaseType(type)))} />}
                      onChange={(chosen) => onChoice(place, { ...choice, type: chosen })}
                    />
                  )}
                  <span className={styles.fit} data-bad={problem !== null || fit.bad || undefined}>
                    {problem ?? fit.words}
                  </span>
                  {problem === null && column.written !== name && (
                    <span className={styles.fit} data-changed="">
                      was {column.written === '' ? 'without a name' : `“${column.written}”`}
                    </span>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <tr key={record.line}>
              <th scope="row" className={styles.line}>
                {countWords(record.line)}
              </th>
              {choices.map(({ type }, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <Cell key={place} text={record.cells[place] ?? null} type={type} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ text, type }: { readonly text: string | null; readonly type: ColumnType }) {
  const isNull = text === null || (text === '' && type !== 'text')
  const isBad = text !== null && !fits(type, text)
  return (
    <td data-kind={fieldKind(databaseType(type))} data-bad={isBad || undefined}>
      {isNull ? (
        <NullMark />
      ) : text === '' ? (
        <span className={styles.quiet}>""</span>
      ) : (
        (isBad ? text : storedText(type, text)).slice(0, 300)
      )}
    </td>
  )
}

function fitWords(column: CsvColumn, type: ColumnType, rows: number): { words: string; bad: boolean } {
  const { count } = column.misfits[type]
  if (count > 0) return { words: `${countWords(count)} ${count === 1 ? 'value does' : 'values do'} not fit`, bad: true }
  if (column.values === 0) return { words: 'no value', bad: false }
  const empty = rows - column.values
  return {
    words: empty === 0 ? `all ${countWords(rows)} fit` : `${countWords(empty)} of ${countWords(rows)} empty`,
    bad: false,
  }
}

const MOST_CELLS = 6000

const TITLES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  int4: 'integer',
  int8: 'integer, 64 bits',
  numeric: 'numeric, exact',
  numeric_comma: 'numeric, decimal comma',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp with zone',
  json: 'JSON',
}

const TYPES = COLUMN_TYPES.map((value) => ({ value, title: TITLES[value] }))

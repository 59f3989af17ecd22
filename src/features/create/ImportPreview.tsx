import { KeyRound } from 'lucide-react'
import { nameProblem, type NameProblem } from '../../formats/columnNames.ts'
import { COLUMN_TYPES, databaseType, fits, storedText, valueText, type ColumnType } from '../../formats/columnTypes.ts'
import type { ReadTable } from '../../formats/readTable.ts'
import type { FileColumn, FileRecord } from '../../formats/tableReader.ts'
import { fieldKind } from '../../protocol/field.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Field.tsx'
import { Icon, typeIcon } from '../../ui/Icon.tsx'
import { NullMark } from '../../ui/NullMark.tsx'
import type { ColumnChoice } from './columnChoices.ts'
import { forbiddenType } from './forbiddenType.ts'
import { createWords } from '../../words/en/create/create.ts'
import { readingWords } from '../../words/en/create/reading.ts'
import { countWords } from '../../words/figures.ts'
import styles from './ImportPreview.module.css'

export interface ImportPreviewProps {
  readonly table: ReadTable
  readonly choices: readonly ColumnChoice[]
  readonly keyColumns: readonly number[]
  /** The records of the preview that will not be loaded. */
  readonly setAside: ReadonlySet<FileRecord>
  readonly disabled: boolean
  readonly onChoice: (place: number, choice: ColumnChoice) => void
}

/** The first rows as they will be stored, under names and types that can be changed. */
export function ImportPreview({ table, choices, keyColumns, setAside, disabled, onChoice }: ImportPreviewProps) {
  const types = COLUMN_TYPES.map((value) => ({ value, title: createWords.types[value] }))
  const rows = table.preview.slice(0, Math.max(20, Math.floor(MOST_CELLS / Math.max(1, choices.length))))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus in it
    <section className={styles.scroller} aria-label={createWords.previewRows} tabIndex={0}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its header has fields */}
      <table role="grid" aria-label={createWords.preview} className={styles.grid}>
        <thead>
          <tr>
            <th scope="col" className={styles.line}>
              {createWords.numbering[table.numbering]}
            </th>
            {table.columns.map((column, place) => {
              const choice = choices[place]
              if (!choice) return null
              const { name, type } = choice
              const others = choices.flatMap((each, other) => (other === place ? [] : [each.name]))
              const problem = nameWords(nameProblem(name, others), name)
              const fit = fitWords(column, type)
              const forbidden = table.isHead ? null : forbiddenType(column)
              return (
                // The columns of a file have no other identity than their position.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={place} scope="col">
                  <span className={styles.name}>
                    {keyColumns.includes(place) && <Icon icon={KeyRound} size={12} />}
                    <input
                      value={name}
                      disabled={disabled}
                      aria-label={
                        column.written === '' ? createWords.nameOfColumn(place + 1) : createWords.nameOf(column.written)
                      }
                      aria-invalid={problem === null ? undefined : true}
                      title={problem ?? name}
                      spellCheck={false}
                      autoComplete="off"
                      onChange={(event) => onChoice(place, { ...choice, name: event.target.value })}
                    />
                  </span>
                  {disabled ? (
                    <span className={styles.type}>{createWords.types[type]}</span>
                  ) : (
                    <Select
                      label={createWords.typeOf(name)}
                      value={type}
                      options={types}
                      icon={<Icon icon={typeIcon(fieldKind(databaseType(type)))} />}
                      onChange={(chosen) => onChoice(place, { ...choice, type: chosen })}
                    />
                  )}
                  <span className={styles.fit} data-bad={problem !== null || fit.bad || undefined}>
                    {problem ?? fit.words}
                  </span>
                  {!disabled && type === column.guess && forbidden !== null && (
                    <span className={styles.fit} title={forbidden.by.value}>
                      {createWords.forbidden[table.numbering](
                        createWords.because[forbidden.because],
                        forbidden.by.value.slice(0, 40),
                        forbidden.by.line,
                      )}
                    </span>
                  )}
                  {!disabled &&
                    type === column.guess &&
                    column.offers.map((offer) => (
                      <span key={offer.type} className={styles.offer}>
                        <Button
                          size="sm"
                          label={readingWords.offerTo(name, createWords.types[offer.type], offer.from, offer.to)}
                          onClick={() => onChoice(place, { ...choice, type: offer.type })}
                        >
                          {readingWords.offer(offer.from.slice(0, 40), offer.to.slice(0, 40))}
                        </Button>
                      </span>
                    ))}
                  {problem === null && column.written !== name && (
                    <span className={styles.fit} data-changed="">
                      {column.written === '' ? createWords.hadNoName : createWords.was(column.written)}
                    </span>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <tr key={record.line} data-aside={setAside.has(record) || undefined}>
              <th
                scope="row"
                className={styles.line}
                aria-label={setAside.has(record) ? createWords.setAsideLine(record.line) : undefined}
              >
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
  const value = valueText(type, text)
  const isBad = text !== null && !fits(type, text)
  return (
    <td data-kind={fieldKind(databaseType(type))} data-bad={isBad || undefined}>
      {value === null ? (
        <NullMark />
      ) : value === '' ? (
        <span className={styles.quiet}>""</span>
      ) : (
        (isBad ? value : storedText(type, value)).slice(0, 300)
      )}
    </td>
  )
}

function nameWords(problem: NameProblem | null, name: string): string | null {
  return problem === null ? null : createWords.nameProblems[problem](name)
}

function fitWords({ misfits, values, empty }: FileColumn, type: ColumnType): { words: string; bad: boolean } {
  const { count } = misfits(type)
  if (count > 0) return { words: createWords.misfits(count), bad: true }
  if (values === 0) return { words: createWords.noValues, bad: false }
  return { words: empty === 0 ? createWords.allFit(values) : createWords.someEmpty(empty, values + empty), bad: false }
}

const MOST_CELLS = 6000

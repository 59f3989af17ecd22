import { Download } from 'lucide-react'
import type { KeyCheck } from '../../formats/tableRecords.ts'
import type { ReadTable } from '../../formats/readTable.ts'
import { Button } from '../../ui/Button.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import type { RichPart } from '../../words/catalogue.ts'
import { createWords } from '../../words/en/create/create.ts'
import { countWords } from '../../words/figures.ts'
import type { ColumnChoice } from './columnChoices.ts'
import styles from './ImportProgress.module.css'
import type { SetAsideRow } from './load/loadRecords.ts'
import { problemWords } from './problemWords.ts'
import { setAsideCsv } from './load/setAsideFile.ts'

/** The values that don't fit the chosen types, before anything is sent: the first of each column. */
export function Misfits({ table, choices }: MisfitsProps) {
  const all = table.columns.flatMap((column, place) => {
    const choice = choices[place]
    if (!choice) return []
    const { count, first } = column.misfits(choice.type)
    return [{ count, rows: first.map((misfit) => ({ ...misfit, ...choice })) }]
  })
  const count = all.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return null
  return (
    <RowTable
      numbering={table.numbering}
      caption={createWords.doNotFit(count)}
      rows={all
        .flatMap(({ rows }) => rows)
        .map(({ line, name, value, type }) => ({ line, column: name, value, why: createWords.notOfType[type] }))}
    />
  )
}

interface MisfitsProps {
  readonly table: ReadTable
  /** null for a column that is left out. */
  readonly choices: readonly (ColumnChoice | null)[]
}

/** Columns of text that would be of another type but for a few values, before anything is sent. */
export function NearlyTyped({ table, choices, onChoice }: NearlyTypedProps) {
  return table.columns.map(({ guess, nearly, misfits, values }, place) => {
    const choice = choices[place]
    if (choice === undefined || nearly === null || choice.type !== guess) return null
    const { count, first } = misfits(nearly)
    const type = createWords.types[nearly]
    return (
      // The columns of a file have no other identity than their position.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={place}>
        <RowTable
          numbering={table.numbering}
          caption={createWords.nearlyAll(choice.name, values - count, values, type)}
          rows={first}
        />
        <p className={styles.save}>
          <Button size="sm" onClick={() => onChoice(place, { ...choice, type: nearly })}>
            {createWords.useType(type, count)}
          </Button>
        </p>
      </div>
    )
  })
}

interface NearlyTypedProps {
  readonly table: ReadTable
  readonly choices: readonly ColumnChoice[]
  readonly onChoice: (place: number, choice: ColumnChoice) => void
}

/** The rows that have the key of an earlier one, before anything is sent. */
export function Duplicates({ check, numbering, replaces }: DuplicatesProps) {
  const { duplicates, first } = check
  if (duplicates === 0) return null
  const words = replaces ? createWords.replacesSameKey : createWords.refusesSameKey
  return <RowTable numbering={numbering} caption={words(duplicates, first.length)} rows={first.map(shownRow)} />
}

interface DuplicatesProps {
  readonly check: KeyCheck
  readonly numbering: ReadTable['numbering']
  readonly replaces: boolean
}

interface SetAsideProps {
  readonly table: ReadTable
  readonly rows: readonly SetAsideRow[]
  /** Nothing was stored yet. */
  readonly isBefore?: boolean
}

/** The rows that were set aside, and the button that saves them all as a file. */
export function SetAside({ table, rows, isBefore = false }: SetAsideProps) {
  if (rows.length === 0) return null
  const save = () =>
    // The mark lets Excel read the file as UTF-8.
    saveFile(
      new Blob(['\ufeff', setAsideCsv(table.columns, rows)], { type: 'text/csv' }),
      `${createWords.setAsideFile}.csv`,
    )
  return (
    <>
      <RowTable
        numbering={table.numbering}
        caption={(isBefore ? createWords.willBeSetAside : createWords.setAside)(rows.length)}
        rows={rows.slice(0, MOST_SHOWN).map(shownRow)}
      />
      <p className={styles.save}>
        <Button icon={Download} size="sm" onClick={save}>
          {createWords.saveRows(rows.length)}
        </Button>
        {rows.length > MOST_SHOWN && <span>{createWords.firstShown(MOST_SHOWN)}</span>}
      </p>
    </>
  )
}

const MOST_SHOWN = 100

function shownRow({ line, column, cells, problem }: SetAsideRow) {
  return {
    line,
    column: column ?? '',
    value: cells.map((cell) => cell ?? '').join(', '),
    why: problemWords(problem),
  }
}

interface RowTableProps {
  readonly caption: readonly RichPart[]
  readonly numbering: ReadTable['numbering']
  /** Without columns and reasons, the caption says what is wrong with all of them. */
  readonly rows: readonly { line: number; column?: string; value: string; why?: string }[]
}

/** Lines of the file with what is wrong in them. */
export function RowTable({ caption, numbering, rows }: RowTableProps) {
  const isBrief = rows.every(({ why }) => why === undefined)
  return (
    <table className={styles.rows}>
      <caption>
        <RichText parts={caption} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{createWords.numbering[numbering]}</th>
          {!isBrief && <th scope="col">{createWords.column}</th>}
          <th scope="col">{createWords.value}</th>
          {!isBrief && <th scope="col">{createWords.why}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.line} ${row.column ?? ''} ${row.why ?? row.value}`}>
            <td>{countWords(row.line)}</td>
            {!isBrief && <td className={styles.column}>{row.column}</td>}
            <td className={styles.value}>{row.value.slice(0, 120)}</td>
            {!isBrief && <td>{row.why}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

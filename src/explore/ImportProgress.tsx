// oxlint-disable jsx-a11y/prefer-tag-over-role -- the parts of <progress> are drawn by no common style
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { misfitWords, refusedCsv, type CsvTable, type KeyCheck, type RefusedRow } from '../client/csvTable.ts'
import { Button } from '../ui/Button.tsx'
import { countWords } from './figures.ts'
import type { ColumnChoice } from './ImportPreview.tsx'
import styles from './ImportProgress.module.css'
import { saveFile } from './saveFile.ts'

export interface BarProps {
  readonly label: 'Rows checked' | 'Rows loaded'
  readonly title: string
  readonly detail: string
  readonly done: number
  /** null where it is not known. */
  readonly total: number | null
  readonly paused?: boolean | undefined
  /** How fast it goes and what is left. */
  readonly pace?: readonly string[] | undefined
  /** Buttons at the end of its line. */
  readonly children?: ReactNode
}

/** A figure and a bar of how far a check or a load is. */
export function ImportBar({ label, title, detail, done, total, paused, pace = [], children }: BarProps) {
  const share = total === null || total === 0 ? null : Math.min(100, Math.round((done / total) * 100))
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        <b>{title}</b>
        <span>{detail}</span>
        <span className={styles.figures}>
          <span>
            <b>{countWords(done)}</b>
            {total !== null && ` of ${countWords(total)}`}
          </span>
          {pace.map((words) => (
            <span key={words}>{words}</span>
          ))}
          {children}
        </span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share ?? undefined}
      >
        <span
          style={{ inlineSize: `${share ?? 100}%` }}
          data-unknown={share === null || undefined}
          data-paused={paused || undefined}
        />
      </div>
    </div>
  )
}

/** The values that fit no type chosen, before anything is sent: the first of each column. */
export function Misfits({ table, choices }: { readonly table: CsvTable; readonly choices: readonly ColumnChoice[] }) {
  const all = table.columns.flatMap((column, place) => {
    const choice = choices[place]
    if (!choice) return []
    const { count, first } = column.misfits[choice.type]
    return [{ count, rows: first.map((misfit) => ({ ...misfit, ...choice })) }]
  })
  const count = all.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return null
  return (
    <RowTable
      caption={`${countWords(count)} ${count === 1 ? 'value does' : 'values do'} not fit.`}
      remark={`${count === 1 ? 'Its row' : 'Their rows'} will not be loaded. Change the type to keep ${count === 1 ? 'it' : 'them'}.`}
      rows={all
        .flatMap(({ rows }) => rows)
        .map(({ line, name, value, type }) => ({ line, column: name, value, why: misfitWords(type) }))}
    />
  )
}

/** The rows that have the key of an earlier one, before anything is sent. */
export function Doubled({ check, replaces }: { readonly check: KeyCheck; readonly replaces: boolean }) {
  const { doubled, first } = check
  if (doubled === 0) return null
  return (
    <RowTable
      caption={`${countWords(doubled)} ${doubled === 1 ? 'row has' : 'rows have'} the key of an earlier row.`}
      remark={`${replaces ? 'Each takes the place of the one before.' : doubled === 1 ? 'It will not be loaded.' : 'They will not be loaded.'}${
        doubled > first.length ? ` The first ${first.length} are shown.` : ''
      }`}
      rows={first.map(rowWords)}
    />
  )
}

/** The rows that were set aside, and the button that saves them all as a file. */
export function SetAside({ table, rows }: { readonly table: CsvTable; readonly rows: readonly RefusedRow[] }) {
  if (rows.length === 0) return null
  const save = () =>
    saveFile(new Blob(['\ufeff', refusedCsv(table.columns, rows)], { type: 'text/csv' }), 'rows-set-aside.csv')
  return (
    <>
      <RowTable
        caption={`${countWords(rows.length)} ${rows.length === 1 ? 'row' : 'rows'} set aside.`}
        remark={
          rows.length === 1
            ? 'It is not loaded. Save it to repair and load it later.'
            : 'They are not loaded. Save them to repair and load them later.'
        }
        rows={rows.slice(0, MOST_SHOWN).map(rowWords)}
      />
      <p className={styles.save}>
        <Button icon={Download} size="sm" onClick={save}>
          {rows.length === 1 ? 'Save this row' : 'Save these rows'}
        </Button>
        {rows.length > MOST_SHOWN && <span>The first {MOST_SHOWN} are shown.</span>}
      </p>
    </>
  )
}

const MOST_SHOWN = 100

function rowWords({ line, column, cells, reason }: RefusedRow) {
  return { line, column: column ?? '', value: cells.map((cell) => cell ?? '').join(', '), why: reason }
}

interface RowTableProps {
  readonly caption: string
  readonly remark: string
  readonly rows: readonly { line: number; column: string; value: string; why: string }[]
}

function RowTable({ caption, remark, rows }: RowTableProps) {
  return (
    <table className={styles.rows}>
      <caption>
        <b>{caption}</b> {remark}
      </caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Column</th>
          <th scope="col">Value</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.line} ${row.column} ${row.why}`}>
            <td>{countWords(row.line)}</td>
            <td className={styles.column}>{row.column}</td>
            <td className={styles.value}>{row.value.slice(0, 120)}</td>
            <td>{row.why}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

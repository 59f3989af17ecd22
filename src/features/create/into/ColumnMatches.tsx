import { KeyRound } from 'lucide-react'
import type { ColumnType } from '../../../formats/columnTypes.ts'
import type { ReadTable } from '../../../formats/readTable.ts'
import { fieldKind } from '../../../protocol/field.ts'
import { Select } from '../../../ui/Field.tsx'
import { Icon, typeIcon } from '../../../ui/Icon.tsx'
import { NullMark } from '../../../ui/NullMark.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import { intoWords } from '../../../words/en/create/into.ts'
import styles from './ColumnMatches.module.css'
import { withReading, type IntoColumn, type IntoWay } from './intoPlan.ts'
import type { IntoTable } from './intoTable.ts'
import { withMatch } from './matchColumns.ts'
import { readingsFor } from './readAs.ts'

export interface ColumnMatchesProps {
  readonly file: ReadTable
  readonly table: IntoTable
  readonly columns: readonly IntoColumn[]
  readonly way: IntoWay
  /** null once something was sent. */
  readonly onColumns: ((columns: readonly IntoColumn[]) => void) | null
}

/** Each column of the table, with the column of the file that goes into it, how it is read, and what happens. */
export function ColumnMatches({ file, table, columns, way, onColumns }: ColumnMatchesProps) {
  const match = (at: number, place: number | null) => {
    const now = withMatch(columns, at, place)
    onColumns?.(
      columns.map((before, each) => {
        const after = now[each] ?? before
        return after === before ? before : withReading(after, file, table.columns[each]?.type ?? 'text')
      }),
    )
  }
  const read = (at: number, type: ColumnType) =>
    onColumns?.(columns.map((column, each) => (each === at ? { ...column, type } : column)))
  const taken = new Set(columns.map(({ place }) => place))
  const leftOut = file.columns.filter(({ written }, place) => !taken.has(place) && written !== '_id')
  const hasId = file.columns.some(({ written }, place) => written === '_id' && !taken.has(place))
  const sources = [
    { value: NOTHING, title: intoWords.nothing },
    ...file.columns.map(({ written }, place) => ({
      value: String(place),
      title: written === '' ? intoWords.unnamed(place + 1) : written,
    })),
  ]
  return (
    <>
      <table className={styles.matches} aria-label={intoWords.columns}>
        <thead>
          <tr>
            <th scope="col">{intoWords.tableColumn}</th>
            <th scope="col">{intoWords.fileColumn}</th>
            <th scope="col">{intoWords.firstValue}</th>
            <th scope="col">{intoWords.whatHappens}</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map(({ name, type, isKey }, at) => {
            const column = columns[at]
            if (column === undefined) return null
            const readings = column.place === null ? [] : readingsFor(type)
            const said = happening(column, file, { way, isKey, type })
            return (
              <tr key={name} data-bad={said.isBad || undefined}>
                <th scope="row">
                  <span>
                    <Icon icon={typeIcon(fieldKind(type))} />
                    <bdi>{name}</bdi>
                    {isKey && (
                      <small>
                        <Icon icon={KeyRound} size={12} />
                        {intoWords.isKey}
                      </small>
                    )}
                  </span>
                </th>
                <td>
                  <Select
                    label={intoWords.columnFor(name)}
                    value={column.place === null ? NOTHING : String(column.place)}
                    options={sources}
                    disabled={onColumns === null}
                    onChange={(value) => match(at, value === NOTHING ? null : Number(value))}
                  />
                  {readings.length > 1 && (
                    <Select<Chosen>
                      label={intoWords.readingOf(name)}
                      value={column.type ?? NOTHING}
                      invalid={column.type === null}
                      options={[
                        ...(column.type === null ? [{ value: NOTHING, title: intoWords.choose } as const] : []),
                        ...readings.map((value) => ({ value, title: createWords.types[value] })),
                      ]}
                      disabled={onColumns === null}
                      onChange={(value) => value !== NOTHING && read(at, value)}
                    />
                  )}
                </td>
                <td className={styles.value}>
                  <First file={file} place={column.place} />
                </td>
                <td className={styles.what}>
                  {said.words}
                  {column.by === 'alike' && column.place !== null && (
                    <span>{intoWords.alike(file.columns[column.place]?.written ?? '')}</span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {leftOut.length > 0 && (
        <p className={styles.note}>
          <RichText parts={intoWords.leftOut(leftOut.map(({ written, name }) => written || name))} />
        </p>
      )}
      {hasId && <p className={styles.note}>{intoWords.idLeftOut}</p>}
    </>
  )
}

const NOTHING = 'none'

type Chosen = ColumnType | typeof NOTHING

/** The first value that isn't empty, of the rows at hand. */
function First({ file, place }: { readonly file: ReadTable; readonly place: number | null }) {
  if (place === null) return null
  const first = file.preview.map(({ cells }) => cells[place] ?? null).find((cell) => cell !== null && cell !== '')
  return first === undefined || first === null ? <NullMark /> : first.slice(0, 60)
}

interface Context {
  readonly way: IntoWay
  readonly isKey: boolean
  readonly type: string
}

function happening(column: IntoColumn, file: ReadTable, { way, isKey, type }: Context) {
  const source = column.place === null ? undefined : file.columns[column.place]
  if (source === undefined) {
    const isBad = isKey && way === 'update'
    if (isBad) return { words: intoWords.whyNot.keyNotInFile, isBad }
    return { words: way === 'update' ? intoWords.staysAsIs : intoWords.staysEmpty, isBad }
  }
  if (column.type === null) return { words: intoWords.ambiguous, isBad: true }
  const { count } = source.misfits(column.type)
  if (count > 0) return { words: intoWords.misfits(count), isBad: true }
  if (source.values === 0) return { words: intoWords.noValues, isBad: false }
  const isText = fieldKind(type) === 'text'
  const isOnlyThere = column.type === 'text' && !isText
  return { words: isOnlyThere ? intoWords.checkedThere : intoWords.fits(source.values), isBad: false }
}

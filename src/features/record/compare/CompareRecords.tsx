import { useState } from 'react'
import { plainText } from '../../../protocol/json/jsonCharacters.ts'
import { fieldKind } from '../../../protocol/field.ts'
import { Checkbox } from '../../../ui/Field.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NullMark } from '../../../ui/NullMark.tsx'
import { recordWords } from '../../../words/en/record/record.ts'
import { shownName } from '../../../words/shownName.ts'
import { visibleLine, visibleLines } from '../../../words/visibleText.ts'
import styles from './CompareRecords.module.css'
import { comparedFields, comparedNames, type ChosenRecord, type ComparedField } from './comparedRecords.ts'

export interface CompareRecordsProps {
  readonly records: readonly ChosenRecord[]
  readonly onClose: () => void
}

/** Records side by side, a column each: what differs is marked, and can be shown alone. */
export function CompareRecords({ records, onClose }: CompareRecordsProps) {
  const [isOnlyDiffering, setOnlyDiffering] = useState(false)
  const fields = comparedFields(records)
  const differing = fields.filter(({ differs }) => differs)
  return (
    <Dialog
      title={recordWords.sideBySide(records.length)}
      onClose={onClose}
      width="wide"
      foot={
        <>
          <Checkbox label={recordWords.onlyDiffering} checked={isOnlyDiffering} onChange={setOnlyDiffering} />
          <output className={styles.count}>{recordWords.differing(differing.length, fields.length)}</output>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard only with the focus */}
      <section className={styles.scroll} aria-label={recordWords.sideBySide(records.length)} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{recordWords.field}</th>
              {comparedNames(records).map((name, at) => (
                <th key={records[at]?.place} scope="col">
                  {visibleLine(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isOnlyDiffering ? differing : fields).map((compared) => (
              <tr key={compared.field.id} data-differs={compared.differs || undefined}>
                <th scope="row">
                  {shownName(compared.field.id)}
                  {compared.differs && <span className={styles.mark}>{recordWords.differs}</span>}
                </th>
                <Values compared={compared} records={records} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  )
}

function Values({
  compared: { field, values },
  records,
}: {
  compared: ComparedField
  records: readonly ChosenRecord[]
}) {
  const kind = fieldKind(field.type)
  return values.map((value, at) => (
    <td key={records[at]?.place} data-face={kind === 'text' ? 'text' : 'code'}>
      {value === undefined ? (
        <span className={styles.quiet}>{recordWords.missing}</span>
      ) : value === 'null' ? (
        <NullMark />
      ) : value === '""' ? (
        <span className={styles.quiet}>{recordWords.emptyText}</span>
      ) : (
        shortened(visibleLines(plainText(value, kind)))
      )}
    </td>
  ))
}

const LONGEST = 2_000

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}${recordWords.cutHere}` : text
}

import type { CsvFindings } from '../../formats/csv/csvTable.ts'
import type { ReadingChoice, ReadTable } from '../../formats/readTable.ts'
import type { Misfits } from '../../formats/tableReader.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { RichText } from '../../ui/RichText.tsx'
import type { RichPart } from '../../words/catalogue.ts'
import { readingWords } from '../../words/en/create/reading.ts'
import styles from './ImportProgress.module.css'
import { RowTable } from './RowProblems.tsx'

export interface FileFindingsProps {
  readonly table: ReadTable
  /** How the file is to be read: until it has been, the table is of the reading before. */
  readonly chosen: ReadingChoice
  readonly onReading: (chosen: ReadingChoice) => void
}

/** What is odd about the file: what would be left out, set aside or changed, with what mends it, before anything is sent. */
export function FileFindings({ table, chosen, onReading }: FileFindingsProps) {
  const { leftOut, short, long, damaged, notes } = table.findings
  const encoding = table.format === 'csv' ? table.reading.encoding : 'utf-8'
  return (
    <>
      {table.format === 'csv' && <Quotes findings={table.findings} onReading={onReading} />}
      {leftOut > 0 && <Finding words={readingWords.leftOut(leftOut)} />}
      {notes.map(({ code, found }) => (
        <Lines
          key={code}
          table={table}
          found={found}
          caption={[
            ...readingWords.notes[code](found.count),
            ...(found.count > found.first.length ? [readingWords.firstShown(found.first.length)] : []),
          ]}
        />
      ))}
      <Lines
        table={table}
        found={damaged}
        caption={readingWords.damaged(damaged.count, readingWords.encodings[encoding])}
      />
      <Lines table={table} found={long} caption={readingWords.tooLong(long.count)} />
      <Lines
        table={table}
        found={short}
        caption={(table.fillsShort ? readingWords.filled : readingWords.tooShort)(short.count)}
      />
      {short.count > 0 && (
        <Checkbox
          label={readingWords.fillShort}
          checked={chosen.fillsShort ?? table.fillsShort}
          onChange={(checked) => onReading({ fillsShort: checked })}
        />
      )}
    </>
  )
}

interface QuotesProps {
  readonly findings: CsvFindings
  readonly onReading: (chosen: ReadingChoice) => void
}

/** What is odd about quotes. */
function Quotes({ findings: { neverClosed, strayQuotes, strayCount }, onReading }: QuotesProps) {
  return (
    <>
      {neverClosed !== null && <Finding words={readingWords.neverClosed(neverClosed)} />}
      {strayQuotes.map(({ line, lines }) => (
        <Finding key={line} words={lines > 1 ? readingWords.spans(line, lines) : readingWords.followed(line)} />
      ))}
      {strayCount > strayQuotes.length && (
        <Finding words={[readingWords.furtherQuotes(strayCount - strayQuotes.length)]} />
      )}
      {strayCount > 0 && (
        <p className={styles.save}>
          <Button size="sm" onClick={() => onReading({ plainQuotes: true })}>
            {readingWords.readAsCharacters}
          </Button>
        </p>
      )}
    </>
  )
}

function Finding({ words }: { readonly words: readonly RichPart[] }) {
  return (
    <p className={styles.finding}>
      <RichText parts={words} />
    </p>
  )
}

interface LinesProps {
  readonly table: ReadTable
  readonly found: Misfits
  readonly caption: readonly RichPart[]
}

function Lines({ table, found, caption }: LinesProps) {
  if (found.count === 0) return null
  return <RowTable caption={caption} numbering={table.numbering} rows={found.first} />
}

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
  const { neverClosed, strayQuotes, strayCount, leftOut, short, long, damaged } = table.findings
  const { fillsShort, encoding } = table.reading
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
      {leftOut > 0 && <Finding words={readingWords.leftOut(leftOut)} />}
      <Lines found={damaged} caption={readingWords.damaged(damaged.count, readingWords.encodings[encoding])} />
      <Lines found={long} caption={readingWords.tooLong(long.count)} />
      <Lines found={short} caption={(fillsShort ? readingWords.filled : readingWords.tooShort)(short.count)} />
      {short.count > 0 && (
        <Checkbox
          label={readingWords.fillShort}
          checked={chosen.fillsShort ?? fillsShort}
          onChange={(checked) => onReading({ fillsShort: checked })}
        />
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

function Lines({ found, caption }: { readonly found: Misfits; readonly caption: readonly RichPart[] }) {
  if (found.count === 0) return null
  return <RowTable caption={caption} rows={found.first} />
}

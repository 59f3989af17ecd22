import type { Capabilities } from '../../../instances/profile/facts.ts'
import { verdictWords } from '../../../words/en/connect/verdict.ts'
import { countWords } from '../../../words/figures.ts'

/** What works at a portal or doesn't, in a sentence. */
export interface VerdictLine {
  readonly words: string
  readonly works: boolean
}

/** What the probe found, and that there are more tables than were read. */
type Found = Capabilities & { readonly moreTables?: boolean | null }

/** The heading of the verdict: the portal's name, and how many tables it lists if it does. */
export function verdictTitle(name: string, { tables, moreTables }: Found): string {
  if (tables === null) return name
  if (moreTables === true) return verdictWords.withTables(name, verdictWords.moreTables(countWords(tables)))
  return verdictWords.withTables(name, verdictWords.tables(tables))
}

/** That the portal answers, as what, and as whom it is read. */
export function verdictSentence({ service, token, user }: Found): string {
  const { readAs } = verdictWords
  const answers = service === null ? verdictWords.answers : verdictWords.answersAs(service)
  if (token === 'none') return `${answers} ${readAs.nobody}`
  return `${answers} ${token === 'accepted' && user !== null ? readAs.user(user) : readAs[token]}`
}

/** What works there and what doesn't, the first things to know first; what the server doesn't tell is left out. */
export function verdictLines(found: Found): readonly VerdictLine[] {
  return [
    filterLine(found),
    capLine(found),
    sqlLine(found),
    totalLine(found),
    listLine(found),
    writingLine(found),
  ].filter((line) => line !== null)
}

function filterLine({ rangeFilters, sql }: Found): VerdictLine {
  if (rangeFilters === 'yes') return works(verdictWords.rangesWork)
  if (rangeFilters === 'unknown' || sql === 'unknown') return works(verdictWords.filtersWork)
  return works(sql === 'on' ? verdictWords.rangesBySql : verdictWords.noRanges)
}

function capLine({ rowCap }: Found): VerdictLine | null {
  return rowCap === null ? null : works(verdictWords.rowCap(countWords(rowCap)))
}

function sqlLine({ sql }: Found): VerdictLine | null {
  if (sql === 'unknown') return null
  return sql === 'on'
    ? works(verdictWords.sqlWorks)
    : fails(sql === 'off' ? verdictWords.sqlOff : verdictWords.sqlRefused)
}

function totalLine({ totals }: Found): VerdictLine | null {
  if (totals === 'absent') return fails(verdictWords.noTotals)
  return totals === 'estimated' ? fails(verdictWords.aboutTotals) : null
}

function listLine({ tables }: Found): VerdictLine | null {
  return tables === null ? fails(verdictWords.noList) : null
}

/** If rights go by table, only the table itself says whether it may be changed: nothing is said. */
function writingLine({ writes, token }: Found): VerdictLine | null {
  if (writes === 'yes') return works(verdictWords.writing)
  if (token === 'none') return fails(verdictWords.noWritingWithoutToken)
  return writes === 'no' ? fails(verdictWords.noWriting) : null
}

function works(words: string): VerdictLine {
  return { words, works: true }
}

function fails(words: string): VerdictLine {
  return { words, works: false }
}

import type { CsvReading } from '../../formats/csv/csvFile.ts'
import { createWords } from '../../words/en/create/create.ts'

/** The encoding that a file is read in, and what is unusual about it. */
export function encodingWords({ encoding, hasMark }: CsvReading): string {
  const words = encoding === 'windows-1252' ? createWords.notUtf8('Windows-1252') : encoding.toUpperCase()
  return hasMark ? createWords.withoutMark(words) : words
}

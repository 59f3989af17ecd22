import { CsvParser } from '../src/formats/csv/csvParser.ts'

/** The records of a CSV text, an empty cell as empty text. */
export function parseCsv(text: string): string[][] {
  const parser = new CsvParser(',')
  return [...parser.push(text), ...parser.end()].map(({ cells }) => cells.map((cell) => cell ?? ''))
}

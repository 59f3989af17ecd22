/** The records of a CSV file after RFC 4180, each a list of texts. Throws on a quote that nothing closes. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  const token = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/y
  while (token.lastIndex < text.length) {
    const match = token.exec(text)
    if (!match) throw new Error(`Not CSV after ${records.length} records`)
    record.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === ',' && token.lastIndex < text.length) continue
    records.push(record)
    record = []
  }
  return records
}

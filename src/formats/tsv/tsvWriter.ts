import { separatedText } from '../csv/csvWriter.ts'
import type { ExportFormat } from '../exportFormat.ts'

/** Text with tabs, quoted as CSV is: a spreadsheet reads both alike. */
export const format: ExportFormat = {
  name: 'TSV',
  extension: 'tsv',
  mediaType: 'text/tab-separated-values;charset=utf-8',
  isForSheets: true,
  write(fields, options) {
    const text = separatedText('\t', fields, options)
    return { start: () => text.header, rows: text.lines, end: () => ({ part: '', guarded: [] }) }
  },
}

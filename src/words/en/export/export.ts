import { catalogue } from '../../catalogue.ts'
import { countWords, recordsWords } from '../../figures.ts'

/** The button that exports a result. */
export const exportWords = catalogue('export', {
  export: 'Export',
  /** The button beside it. */
  fileOptions: 'File options',
  fileOptionsOf: (format: string) => `${format}, file options`,
  /** On the button, beside its name. */
  cut: (count: number) => `${countWords(count)}, cut`,
  /** The button's description; `lost` is a sentence about columns that are missing. */
  records: (
    count: number,
    { isEstimate = false, isCut = false, lost = null }: { isEstimate?: boolean; isCut?: boolean; lost?: string | null },
  ) => `${isEstimate ? 'about ' : ''}${recordsWords(count)}${isCut ? ', cut' : ''}${lost === null ? '' : `. ${lost}`}`,
  allRecords: 'all matching records',
  shownRecords: (shown: number, total: number | null) =>
    total === null
      ? `${countWords(shown)} of the matching records`
      : `${countWords(shown)} of ${countWords(total)} matching records`,
  cancelled: 'Export cancelled. No file was saved.',
})

import { format as csv } from './csv/csvWriter.ts'
import type { ExportFormat } from './exportFormat.ts'

/** The format whose files end so, or else CSV, which opens anywhere. */
export function chosenFormat(extension: string): ExportFormat {
  return Object.values(WRITERS).find((format) => format.extension === extension) ?? csv
}

/** The formats that results can be saved in: each file `NAME/NAMEWriter.ts` in this folder exports one as `format`. */
export function exportFormats(): readonly ExportFormat[] {
  return Object.values(WRITERS).toSorted((a, b) => a.name.localeCompare(b.name))
}

const WRITERS = import.meta.glob<ExportFormat>('./*/*Writer.ts', { eager: true, import: 'format' })

import type { ExportFormat } from '../../formats/exportFormat.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Field.tsx'
import { PopoverBody, PopoverFoot } from '../../ui/floating/Popover.tsx'
import { exportWords } from '../../words/en/export.ts'
import styles from './ExportPanel.module.css'

export interface ExportChoiceProps {
  readonly formats: readonly ExportFormat[]
  readonly format: ExportFormat
  readonly onFormat: (format: ExportFormat) => void
  /** How many rows are here, if the server cut them and the others can be loaded; else null. */
  readonly cutAt: number | null
  readonly onExport: (all: boolean) => void
}

/** Asks for what has to be known before the export: the format, if there are several, and whether to load cut rows. */
export function ExportChoice({ formats, format, onFormat, cutAt, onExport }: ExportChoiceProps) {
  return (
    <div className={styles.panel}>
      <PopoverBody>
        {formats.length > 1 && (
          <Select
            label={exportWords.format}
            value={format.extension}
            options={formats.map(({ name, extension }) => ({ value: extension, title: name }))}
            onChange={(extension) => onFormat(formats.find((each) => each.extension === extension) ?? format)}
          />
        )}
        {cutAt !== null && <p className={styles.sentence}>{exportWords.cutHere(cutAt)}</p>}
      </PopoverBody>
      <PopoverFoot>
        <span className={styles.spacer} />
        {cutAt === null ? (
          <Button size="sm" data-autofocus="" onClick={() => onExport(false)}>
            {exportWords.saveFile}
          </Button>
        ) : (
          <>
            <Button size="sm" variant="ghost" onClick={() => onExport(false)}>
              {exportWords.exportThese(cutAt)}
            </Button>
            <Button size="sm" data-autofocus="" onClick={() => onExport(true)}>
              {exportWords.exportAll}
            </Button>
          </>
        )}
      </PopoverFoot>
    </div>
  )
}

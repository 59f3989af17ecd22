import type { ExportFormat } from '../../formats/exportFormat.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Field.tsx'
import { PopoverBody, PopoverFoot } from '../../ui/floating/Popover.tsx'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import type { ShownOrAll } from './exportContent.ts'
import styles from './ExportPanel.module.css'

export interface ExportChoiceProps {
  readonly formats: readonly ExportFormat[]
  readonly format: ExportFormat
  readonly onFormat: (format: ExportFormat) => void
  /** Null if there is only one extent. */
  readonly choice: ShownOrAll | null
  readonly onExport: (extent: 'shown' | 'all') => void
}

/** Asks for what has to be known before the export: the format, if there are several, and whether it takes what is shown or all. */
export function ExportChoice({ formats, format, onFormat, choice, onExport }: ExportChoiceProps) {
  return (
    <div className={styles.panel}>
      <PopoverBody>
        {formats.length > 1 && (
          <Select
            label={exportFileWords.format}
            value={format.extension}
            options={formats.map(({ name, extension }) => ({ value: extension, title: name }))}
            onChange={(extension) => onFormat(formats.find((each) => each.extension === extension) ?? format)}
          />
        )}
        {choice !== null && <p className={styles.sentence}>{choice.sentence}</p>}
      </PopoverBody>
      <PopoverFoot>
        <span className={styles.spacer} />
        {choice === null ? (
          <Button size="sm" data-autofocus="" onClick={() => onExport('shown')}>
            {exportFileWords.saveFile}
          </Button>
        ) : (
          <>
            {choice.these !== null && (
              <Button
                size="sm"
                {...(choice.usual === 'these' ? USUAL : { variant: 'ghost' })}
                onClick={() => onExport('shown')}
              >
                {choice.these}
              </Button>
            )}
            <Button
              size="sm"
              {...(choice.usual === 'all' || choice.these === null ? USUAL : { variant: 'ghost' })}
              onClick={() => onExport('all')}
            >
              {choice.all}
            </Button>
          </>
        )}
      </PopoverFoot>
    </div>
  )
}

const USUAL = { 'data-autofocus': '' } as const

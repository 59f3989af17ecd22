import { Button } from '../../ui/Button.tsx'
import { PopoverBody, PopoverFoot } from '../../ui/floating/Popover.tsx'
import type { ShownOrAll } from './exportContent.ts'
import type { KeptFileOptions } from './fileOptions.ts'
import { FormatSelect } from './FormatSelect.tsx'
import styles from './ExportPanel.module.css'

export interface ExportChoiceProps {
  readonly fileOptions: KeptFileOptions
  readonly choice: ShownOrAll
  readonly onExport: (extent: 'shown' | 'all') => void
}

/** Asks whether the export takes what is shown or all; the format can be changed here too. */
export function ExportChoice({ fileOptions, choice, onExport }: ExportChoiceProps) {
  return (
    <div className={styles.panel}>
      <PopoverBody>
        <div className={styles.options}>
          <p className={styles.sentence}>{choice.sentence}</p>
          <FormatSelect kept={fileOptions} />
        </div>
      </PopoverBody>
      <PopoverFoot>
        <span className={styles.spacer} />
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
      </PopoverFoot>
    </div>
  )
}

const USUAL = { 'data-autofocus': '' } as const

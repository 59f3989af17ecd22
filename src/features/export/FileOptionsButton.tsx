import { useRef, useState, useSyncExternalStore } from 'react'
import { chosenFormat } from '../../formats/exportFormats.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Popover, PopoverBody } from '../../ui/floating/Popover.tsx'
import { exportWords } from '../../words/en/export/export.ts'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import bar from './ExportBar.module.css'
import styles from './ExportPanel.module.css'
import type { KeptFileOptions } from './fileOptions.ts'
import { FormatSelect } from './FormatSelect.tsx'

export interface FileOptionsButtonProps {
  readonly kept: KeptFileOptions
  readonly small?: boolean | undefined
}

/** The button beside Export with the format in which files are written and what can be chosen for it, once for all files. */
export function FileOptionsButton({ kept, small }: FileOptionsButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const options = useSyncExternalStore(kept.subscribe, kept.get)
  const words = exportFileWords.options
  const format = chosenFormat(options.format)
  const shown = format.extension.toUpperCase()
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        size={small ? 'sm' : 'md'}
        label={exportWords.fileOptionsOf(shown)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={bar.format}>{shown}</span>
      </Button>
      {open && (
        <Popover open onClose={() => setOpen(false)} anchor={anchor} align="end" label={exportWords.fileOptions}>
          <div className={styles.panel}>
            <PopoverBody>
              <div className={styles.options}>
                <FormatSelect kept={kept} />
                {format.isForSheets === true && (
                  <>
                    <Checkbox
                      label={words.mark}
                      hint={words.markHint}
                      checked={options.hasMark}
                      onChange={(hasMark) => kept.set({ ...options, hasMark })}
                    />
                    <Checkbox
                      label={words.guard}
                      hint={words.guardHint}
                      checked={options.guardsFormulas}
                      onChange={(guardsFormulas) => kept.set({ ...options, guardsFormulas })}
                    />
                    <p className={styles.sentence}>{words.exact}</p>
                  </>
                )}
              </div>
            </PopoverBody>
          </div>
        </Popover>
      )}
    </>
  )
}

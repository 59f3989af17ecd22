import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { FileOptions } from '../../formats/exportFormat.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Popover, PopoverBody } from '../../ui/floating/Popover.tsx'
import { exportWords } from '../../words/en/export/export.ts'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import styles from './ExportPanel.module.css'

/** How files are written, as it is kept. */
export interface KeptFileOptions {
  readonly get: () => FileOptions
  readonly set: (options: FileOptions) => void
  readonly subscribe: (listener: () => void) => () => void
}

export interface FileOptionsButtonProps {
  readonly kept: KeptFileOptions
  readonly small?: boolean | undefined
}

/** The button beside Export with what can be chosen for the file, once for all files. */
export function FileOptionsButton({ kept, small }: FileOptionsButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const options = useSyncExternalStore(kept.subscribe, kept.get)
  const words = exportFileWords.options
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        iconOnly
        size={small ? 'sm' : 'md'}
        icon={SlidersHorizontal}
        label={exportWords.fileOptions}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Popover open onClose={() => setOpen(false)} anchor={anchor} align="end" label={exportWords.fileOptions}>
          <div className={styles.panel}>
            <PopoverBody>
              <div className={styles.options}>
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
              </div>
            </PopoverBody>
          </div>
        </Popover>
      )}
    </>
  )
}

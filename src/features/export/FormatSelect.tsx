import { useState, useSyncExternalStore } from 'react'
import { chosenFormat, exportFormats } from '../../formats/exportFormats.ts'
import { Select } from '../../ui/Field.tsx'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import styles from './ExportPanel.module.css'
import type { KeptFileOptions } from './fileOptions.ts'

/** Which format files are written in, kept on the device, and what it is good for. */
export function FormatSelect({ kept }: { readonly kept: KeptFileOptions }) {
  const [formats] = useState(exportFormats)
  const options = useSyncExternalStore(kept.subscribe, kept.get)
  const { extension } = chosenFormat(options.format)
  return (
    <div className={styles.format}>
      <span aria-hidden="true">{exportFileWords.format}</span>
      <Select
        label={exportFileWords.format}
        value={extension}
        options={formats.map((format) => ({ value: format.extension, title: format.name }))}
        describedBy="export-format-about"
        onChange={(format) => kept.set({ ...options, format })}
      />
      <p id="export-format-about" className={styles.sentence}>
        {exportFileWords.about(extension)}
      </p>
    </div>
  )
}

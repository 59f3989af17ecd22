import { useState } from 'react'
import { keptWords } from '../../words/en/kept.ts'
import styles from './KeptDialog.module.css'

/** The name of a folder as a field: Enter or leaving it takes what is written, Esc doesn't. */
export function FolderName({ name, onEnd }: { readonly name: string; readonly onEnd: (name: string | null) => void }) {
  const [text, setText] = useState(name)
  const end = (isTaken: boolean) => onEnd(isTaken && text.trim() !== '' && text.trim() !== name ? text.trim() : null)
  return (
    <input
      className={styles.name}
      aria-label={keptWords.folder}
      ref={(input) => input?.select()}
      value={text}
      maxLength={100}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        end(event.key === 'Enter')
      }}
    />
  )
}

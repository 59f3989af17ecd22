import { FileSpreadsheet } from 'lucide-react'
import { useId, useRef } from 'react'
import { TAKEN_ENDINGS } from '../../formats/takenFiles.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { createWords } from '../../words/en/create/create.ts'
import styles from './CreateTableDialog.module.css'

export interface ImportSourceProps {
  /** Why the previous file could not be read. */
  readonly problem: string | null
  /** What was pasted or typed. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes files that are chosen or dropped, or pasted text. */
export function ImportSource({ problem, text, onText, onFiles }: ImportSourceProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.source}>
      {problem !== null && <Alert title={problem} />}
      <div className={styles.drop}>
        <Icon icon={FileSpreadsheet} size={20} />
        <p>{createWords.drop}</p>
        <Button size="lg" data-autofocus="" onClick={() => input.current?.click()}>
          {createWords.chooseFile}
        </Button>
        <FileInput ref={input} label={createWords.file} accept={TAKEN_ENDINGS} onFiles={onFiles} />
        <p className={styles.formats}>{createWords.formats}</p>
      </div>
      <div className={styles.paste}>
        <label htmlFor={id}>{createWords.paste}</label>
        <textarea id={id} value={text} spellCheck={false} onChange={(event) => onText(event.target.value)} />
        <Button
          disabled={text.trim() === ''}
          onClick={() => onFiles([new File([text], `${createWords.pasted}.txt`, { type: 'text/plain' })])}
        >
          {createWords.readText}
        </Button>
      </div>
    </div>
  )
}

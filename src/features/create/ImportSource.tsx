import { FileSpreadsheet } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { createWords } from '../../words/en/create/create.ts'
import styles from './CreateTableDialog.module.css'

export interface ImportSourceProps {
  /** Why the previous file could not be read. */
  readonly problem: string | null
  readonly onFile: (file: File) => void
}

/** Takes a CSV file that is chosen or dropped, or pasted text. */
export function ImportSource({ problem, onFile }: ImportSourceProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  return (
    <div className={styles.source}>
      {problem !== null && <Alert title={problem} />}
      <div className={styles.drop}>
        <Icon icon={FileSpreadsheet} size={20} />
        <p>{createWords.drop}</p>
        <Button size="lg" data-autofocus="" onClick={() => input.current?.click()}>
          {createWords.chooseFile}
        </Button>
        <FileInput
          ref={input}
          label={createWords.csvFile}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onFile={onFile}
        />
      </div>
      <div className={styles.paste}>
        <label htmlFor={id}>{createWords.paste}</label>
        <textarea id={id} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
        <Button
          disabled={text.trim() === ''}
          onClick={() => onFile(new File([text], `${createWords.pasted}.csv`, { type: 'text/csv' }))}
        >
          {createWords.readText}
        </Button>
      </div>
    </div>
  )
}

import { FileSpreadsheet } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './CreateTableDialog.module.css'

export interface ImportSourceProps {
  /** Why the file before could not be read. */
  readonly problem: string | null
  readonly onFile: (file: File) => void
}

/** Takes a CSV: chosen, dropped or pasted. */
export function ImportSource({ problem, onFile }: ImportSourceProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  return (
    <div className={styles.source}>
      {problem !== null && <Alert title={problem} />}
      <div className={styles.drop}>
        <Icon icon={FileSpreadsheet} size={20} />
        <p>Drop a CSV file anywhere on the page, or</p>
        <Button size="lg" data-autofocus="" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) onFile(file)
          }}
        />
      </div>
      <div className={styles.paste}>
        <label htmlFor={id}>Or paste its text, with the names of the columns in the first row</label>
        <textarea id={id} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
        <Button
          disabled={text.trim() === ''}
          onClick={() => onFile(new File([text], 'pasted.csv', { type: 'text/csv' }))}
        >
          Read the text
        </Button>
      </div>
    </div>
  )
}

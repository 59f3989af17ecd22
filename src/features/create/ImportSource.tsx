import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TAKEN_ENDINGS } from '../../formats/takenFiles.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { createWords } from '../../words/en/create/create.ts'
import { fileFromAddress } from './fileFromAddress.ts'
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
  const take = (pasted: string) => onFiles([new File([pasted], `${createWords.pasted}.txt`, { type: 'text/plain' })])
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    const isWriting = event.target instanceof Element && event.target.closest('input, textarea') !== null
    if (isWriting || pasted.trim() === '') return
    event.preventDefault()
    take(pasted)
  })
  useEffect(() => {
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
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
      <FromAddress onFile={(file) => onFiles([file])} />
      <div className={styles.paste}>
        <label htmlFor={id}>{createWords.paste}</label>
        <span className={styles.formats}>{createWords.pasteHint}</span>
        <textarea id={id} value={text} spellCheck={false} onChange={(event) => onText(event.target.value)} />
        <Button disabled={text.trim() === ''} onClick={() => take(text)}>
          {createWords.readText}
        </Button>
      </div>
    </div>
  )
}

/** Loads the file at an address. */
function FromAddress({ onFile }: { readonly onFile: (file: File) => void }) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [isLoading, setIsLoading] = useState(false)
  const loading = useRef<AbortController | null>(null)
  useEffect(() => () => loading.current?.abort(), [])
  const load = async () => {
    loading.current?.abort()
    const controller = new AbortController()
    loading.current = controller
    setIsLoading(true)
    setProblem(undefined)
    try {
      const file = await fileFromAddress(address, controller.signal)
      if (!controller.signal.aborted) onFile(file)
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setIsLoading(false)
  }
  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault()
        if (address.trim() !== '') void load()
      }}
    >
      <TextField
        label={createWords.address.label}
        value={address}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        error={problem}
        onChange={setAddress}
      />
      <Button type="submit" busy={isLoading} disabled={address.trim() === ''}>
        {createWords.address.load}
      </Button>
    </form>
  )
}

import { X } from 'lucide-react'
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { ParameterProblem } from '../../../sql/parameters.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { parameterWords } from '../../../words/en/sql/parameters.ts'
import styles from './ParametersBar.module.css'

export interface ListFieldProps {
  readonly id: string
  readonly name: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  readonly problem: ParameterProblem['code'] | null
  readonly describedBy: string | undefined
  readonly onRun: () => void
}

/**
 * A list of values. What is typed is its last one at once; Enter makes a chip of it, and runs if nothing is typed.
 * Backspace takes the last chip back. What is pasted on several lines becomes a value for each.
 */
export function ListField({ id, name, values, onChange, problem, describedBy, onRun }: ListFieldProps) {
  const [written, setWritten] = useState('')
  const typed = values.at(-1) === written ? written : ''
  const chips = typed === '' ? values : values.slice(0, -1)
  const write = (text: string) => {
    setWritten(text)
    onChange(text === '' ? chips : [...chips, text])
  }
  const add = (more: readonly string[]) => {
    setWritten('')
    onChange([...new Set([...chips, ...more.filter((each) => each !== '')])])
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (typed === '') onRun()
      else add([typed])
    } else if (event.key === 'Backspace' && typed === '' && chips.length > 0) {
      event.preventDefault()
      setWritten(chips.at(-1) ?? '')
    }
  }
  const paste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/)
    if (lines.length < 2) return
    event.preventDefault()
    add([typed, ...lines])
  }
  return (
    <span className={styles.list} data-invalid={problem !== null || undefined}>
      {chips.map((value) => (
        <span key={value} className={styles.chip}>
          <span>{value}</span>
          <button
            type="button"
            aria-label={parameterWords.remove(value, name)}
            onClick={() => onChange(values.filter((each) => each !== value))}
          >
            <Icon icon={X} size={12} />
          </button>
        </span>
      ))}
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        placeholder={parameterWords.add}
        value={typed}
        aria-invalid={problem !== null || undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => write(target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => typed !== '' && add([typed])}
      />
    </span>
  )
}

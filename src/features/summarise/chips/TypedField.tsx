import { useState } from 'react'
import { TextField } from '../../../ui/Field.tsx'

export interface TypedFieldProps {
  readonly label: string
  readonly value: string
  /** What is wrong with a text, or null. */
  readonly read: (text: string) => string | null
  /** A text that is right, and another than before. */
  readonly onValue: (text: string) => void
}

/** A field whose text counts once it is finished: by Enter, or when one goes on to something else. */
export function TypedField({ label, value, read, onValue }: TypedFieldProps) {
  const [text, setText] = useState(value)
  const [error, setError] = useState<string | null>(null)
  const finish = () => {
    const typed = text.trim()
    const wrong = read(typed)
    setError(wrong)
    if (wrong === null && typed !== value) onValue(typed)
  }
  return (
    <TextField
      label={label}
      value={text}
      inputMode="decimal"
      error={error}
      onChange={(next) => {
        setText(next)
        setError(null)
      }}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        finish()
      }}
    />
  )
}

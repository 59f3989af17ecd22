import { Check, ChevronDown, Search, X } from 'lucide-react'
import { useId, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import { uiWords } from '../words/en/ui.ts'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'onChange' | 'value' | 'size' | 'children'>

export interface FieldFrameProps {
  readonly invalid?: boolean | undefined
  /** 32 px high, for dialogs; else the control height. */
  readonly large?: boolean | undefined
  readonly children: ReactNode
}

/** The outline around an input and what stands beside it; a click anywhere in it reaches the input. */
export function FieldFrame({ invalid, large, children }: FieldFrameProps) {
  return <span className={classNames(styles.frame, invalid && styles.invalid, large && styles.large)}>{children}</span>
}

export interface TextFieldProps extends InputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Quiet words at the end of the label's line, like `optional`. */
  readonly aside?: string | undefined
  readonly hint?: ReactNode
  /** What is wrong and what to do; makes the field invalid and is its description. */
  readonly error?: string | null | undefined
  /** What was changed in the entered text, like "Removed: Bearer". */
  readonly notice?: string | null | undefined
  readonly mono?: boolean | undefined
  /** A button at the end of the field. */
  readonly end?: ReactNode
}

/** A labelled input with hint, notice and error below it. */
export function TextField({ label, value, onChange, aside, hint, error, notice, mono, end, ...rest }: TextFieldProps) {
  const id = useId()
  const described = [error ? `${id}-error` : '', notice ? `${id}-notice` : '', hint ? `${id}-hint` : '']
  return (
    <div className={styles.row}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      <FieldFrame large invalid={Boolean(error)}>
        <input
          {...rest}
          id={id}
          className={mono ? styles.mono : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
        />
        {end}
      </FieldFrame>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {notice && (
        <output id={`${id}-notice`} className={styles.notice}>
          {notice}
        </output>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

export interface SearchFieldProps extends InputProps {
  /** The accessible name, and the placeholder unless one is given. */
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** A searchbox with a magnifier and, if there is text, a button that clears it; Esc does too. */
export function SearchField({ label, value, onChange, ref, onKeyDown, ...rest }: SearchFieldProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const clear = () => {
    onChange('')
    frame.current?.querySelector('input')?.focus()
  }
  return (
    <span className={styles.frame} ref={frame}>
      <Icon icon={Search} />
      <input
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        ref={ref}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key !== 'Escape' || value === '' || event.defaultPrevented) return
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
      />
      {value !== '' && (
        <Button variant="ghost" size="sm" icon={X} iconOnly label={uiWords.clear} tabIndex={-1} onClick={clear} />
      )}
    </span>
  )
}

export interface CheckboxProps {
  readonly label: string
  /** Its accessible name, if that says more than the label. */
  readonly name?: string | undefined
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
}

/** A native checkbox in our style, with its hint as description. */
export function Checkbox({ label, name, hint, checked, onChange, disabled }: CheckboxProps) {
  const id = useId()
  return (
    <div className={styles.check}>
      <span className={styles.box}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-label={name}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        <Icon icon={Check} size={12} />
      </span>
      <span>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className={styles.checkHint}>
            {hint}
          </span>
        )}
      </span>
    </div>
  )
}

export interface SelectProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
  readonly options: readonly { readonly value: V; readonly title: string }[]
  readonly icon?: ReactNode
  readonly disabled?: boolean | undefined
  readonly id?: string | undefined
  readonly invalid?: boolean | undefined
  /** The id of what is said about it. */
  readonly describedBy?: string | undefined
}

/** A native `<select>` (role combobox) in our style, for short lists. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { label, value, onChange, options, icon, disabled, id, invalid, describedBy } = props
  return (
    <span className={styles.select}>
      {icon}
      <select
        id={id}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDown} size={12} />
    </span>
  )
}

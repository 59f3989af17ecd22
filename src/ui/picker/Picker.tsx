// oxlint-disable jsx-a11y/role-has-required-aria-props -- there is no list yet that the combobox could control
import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../classNames.ts'
import { Icon } from '../Icon.tsx'
import { laterModule, reportMissing } from '../later.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Picker.module.css'
import type { OpenPickerProps, PickerProps } from './pickerProps.ts'
import { useSelectedTitle } from './useSelectedTitle.ts'

/**
 * A combobox that looks like a button until it is used: a click or typing opens the list, typing filters it, Enter or a
 * click picks, Esc and leaving restore what was there. Its list loads after the first rows, or when it is first used; what
 * was typed till then goes into it.
 */
export function Picker(props: PickerProps) {
  const [Open, setOpen] = useState(() => loaded)
  const [typed, setTyped] = useState<string | null>(props.picking ?? null)
  const [isEntered, setEntered] = useState(false)
  const anchor = useRef<HTMLLabelElement>(null)
  const id = useId()
  const isWanted = typed !== null
  useEffect(() => {
    if (Open !== null) return undefined
    // What has the focus would lose it, so it changes with the next key or press; at once, before it can get the focus.
    const show = () => {
      if (isWanted || !anchor.current?.querySelector(':focus')) flushSync(() => setOpen(() => loaded))
    }
    const get = () => void load().then(show, (reason: unknown) => reportMissing(reason, get))
    if (isWanted) get()
    waiting.add(show)
    return () => void waiting.delete(show)
  }, [Open, isWanted])
  const title = props.value?.title ?? ''
  useSelectedTitle(anchor, title, !typed)
  if (Open !== null) return <Open {...props} picking={typed ?? props.picking} isEntered={isEntered} />
  const { label, icon, placeholder, description, look = 'bar' } = props
  const text = typed || title
  return (
    <>
      <label ref={anchor} className={classNames(styles.picker, styles[look])}>
        {icon}
        <input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded="false"
          aria-label={label}
          aria-describedby={description === undefined ? undefined : id}
          placeholder={placeholder}
          size={Math.max(4, (text || placeholder).length)}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => setTyped((before) => before ?? '')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            setEntered(key === 'Enter' && typed !== null && typed !== '')
            if (OPENS.has(key)) setTyped((before) => before ?? '')
          }}
        />
        <Icon icon={ChevronsUpDown} size={12} />
      </label>
      {description !== undefined && <VisuallyHidden id={id}>{description}</VisuallyHidden>}
    </>
  )
}

const OPENS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter'])

let loaded: ComponentType<OpenPickerProps> | null = null

/** Pickers on the screen, to be told once the list has loaded. */
const waiting = new Set<() => void>()

const load = laterModule(async () => {
  loaded = (await import('./OpenPicker.tsx')).OpenPicker
  for (const show of waiting) show()
})

import { useCombobox } from 'downshift'
import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { uiLaterWords } from '../../words/en/uiLater.ts'
import { classNames } from '../classNames.ts'
import { Icon } from '../Icon.tsx'
import floating from '../floating/Floating.module.css'
import styles from './Picker.module.css'
import { matchOptions } from './matchOptions.ts'
import type { OpenPickerProps, PickerOption } from './pickerProps.ts'
import { useAnchored } from '../floating/useAnchored.ts'
import { useSelectedTitle } from './useSelectedTitle.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'

/** A `Picker` that is in use; `picking` opens it at once, with that text. */
export function OpenPicker(props: OpenPickerProps) {
  const {
    label,
    icon,
    value,
    placeholder,
    options,
    onPick,
    actions = NONE,
    onAction,
    fromText,
    note,
    isSearching = false,
    description,
    picking = null,
    onPicking,
    onTyped,
    look = 'bar',
    isEntered,
  } = props
  const [entered] = useState(() =>
    isEntered && picking !== null ? (fromText?.(picking) ?? matchOptions(options, picking)[0]) : undefined,
  )
  const [typed, setTyped] = useState(picking === '' || entered ? null : picking)
  const anchor = useRef<HTMLLabelElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()

  const own = typed === null ? null : (fromText?.(typed) ?? null)
  const matching = typed === null ? options : matchOptions(options, typed)
  const shown = matching.slice(0, MOST_SHOWN)
  const choices = own ? [own, ...shown] : shown
  const items = [...choices, ...actions]
  const current = choices.findIndex((option) => option.id === value?.id)

  const title = value?.title ?? ''
  const text = typed ?? title

  const combobox = useCombobox<PickerOption>({
    items,
    itemToString: (item) => item?.title ?? '',
    selectedItem: null,
    inputValue: text,
    stateReducer: (state, { type, changes }) => {
      const types = useCombobox.stateChangeTypes
      if (type === types.InputClick) {
        return { ...changes, isOpen: true, highlightedIndex: state.isOpen ? state.highlightedIndex : current }
      }
      if (type === types.FunctionOpenMenu) return { ...changes, highlightedIndex: current }
      if (type === types.InputKeyDownArrowDown || type === types.InputKeyDownArrowUp) {
        return state.isOpen ? changes : { ...changes, highlightedIndex: Math.max(0, current) }
      }
      if (type === types.InputChange) {
        const text = changes.inputValue ?? ''
        const found = Boolean(fromText?.(text)) || matchOptions(options, text).length > 0
        // If nothing matches what was typed, Enter must not run a command by surprise.
        return { ...changes, isOpen: true, highlightedIndex: found ? 0 : -1 }
      }
      if (type === types.InputKeyDownEnter && state.highlightedIndex === -1) return state
      if (type === types.InputKeyDownEscape || type === types.InputBlur) {
        return { ...state, isOpen: false, highlightedIndex: -1 }
      }
      return changes
    },
    onStateChange: ({ isOpen, selectedItem }) => {
      if (isOpen === false) setTyped(null)
      if (isOpen !== undefined) onPicking?.(isOpen ? (typed ?? '') : null)
      if (!selectedItem) return
      if (actions.includes(selectedItem)) onAction?.(selectedItem.id)
      else onPick(selectedItem.id)
    },
  })
  const { isOpen, highlightedIndex, setHighlightedIndex } = combobox
  const tell = useEffectEvent((words: string) => onTyped?.(words))
  useEffect(() => tell(typed ?? ''), [typed])
  const isFirstToCome = isOpen && typed !== null && highlightedIndex === -1 && choices.length > 0
  useEffect(() => {
    // What was typed had no option yet: now Enter takes the first.
    if (isFirstToCome) setHighlightedIndex(0)
  }, [isFirstToCome, setHighlightedIndex])
  const goOn = useEffectEvent(() => {
    if (picking === null) return
    const input = anchor.current?.querySelector('input')
    input?.focus()
    // Whoever is still typing goes on at the end.
    if (typed !== null) input?.setSelectionRange(typed.length, typed.length)
    if (!entered) return combobox.openMenu()
    onPicking?.(null)
    onPick(entered.id)
  })
  useEffect(() => goOn(), [])
  useAnchored(anchor, panel, isOpen, { matchWidth: true })
  useSelectedTitle(anchor, title, typed === null)

  return (
    <>
      <label ref={anchor} className={classNames(styles.picker, styles[look])} data-open={isOpen || undefined}>
        {icon}
        <input
          {...combobox.getInputProps({
            'aria-label': label,
            'aria-describedby': description === undefined ? undefined : id,
            placeholder,
            'data-autofocus': picking === null ? undefined : '',
            size: Math.max(4, (text || placeholder).length),
            spellCheck: false,
            onChange: (event) => {
              setTyped(event.currentTarget.value)
              onPicking?.(event.currentTarget.value)
            },
            onFocus: (event) => typed === null && event.currentTarget.select(),
            onClick: (event) => typed === null && event.currentTarget.select(),
            onKeyDown: (event) => {
              if (event.key === 'Escape' && isOpen) {
                // The dialog around the list stays open.
                event.preventDefault()
                event.stopPropagation()
              } else if (event.key === 'Escape') {
                // Downshift would keep it from the dialog around, as long as there is a value.
                Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
              } else if (event.key === 'Enter' && !isOpen) {
                event.preventDefault()
                combobox.openMenu()
              }
            },
          })}
        />
        <Icon icon={ChevronsUpDown} size={12} />
      </label>
      {description !== undefined && <VisuallyHidden id={id}>{description}</VisuallyHidden>}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press on the panel must not take the focus */}
      <div
        ref={panel}
        popover="manual"
        className={classNames(floating.panel, styles.panel)}
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen && note && <p className={styles.note}>{note}</p>}
        <ul {...combobox.getMenuProps({ 'aria-label': label })} className={styles.list}>
          {isOpen &&
            items.map((option, index) => (
              <li
                key={`${index < choices.length ? 'choice' : 'action'} ${option.id}`}
                {...combobox.getItemProps({ item: option, index })}
                title={option.hint}
                {...{ 'aria-selected': option.id === value?.id }}
                className={classNames(styles.option, index >= choices.length && styles.action)}
                data-marked={index === highlightedIndex || undefined}
                data-first={(index === choices.length && index > 0) || undefined}
              >
                {option.icon}
                <span className={styles.words}>
                  <span>{option.title}</span>
                  {option.detail !== undefined && <small>{option.detail}</small>}
                </span>
                {option.aside}
              </li>
            ))}
        </ul>
        {isOpen && matching.length > shown.length && (
          <p className={styles.note}>{uiLaterWords.moreToFind(matching.length - shown.length)}</p>
        )}
        {isOpen && typed !== null && choices.length === 0 && !isSearching && (
          <p className={styles.note}>{uiLaterWords.nothingMatches}</p>
        )}
      </div>
    </>
  )
}

const NONE: readonly PickerOption[] = []
/** More than this are found by typing, not by scrolling. */
const MOST_SHOWN = 200

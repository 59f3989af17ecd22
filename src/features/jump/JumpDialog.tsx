import { useQueryClient } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { Search } from 'lucide-react'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Kbd } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { jumpWords } from '../../words/en/jump.ts'
import { keyNames } from '../shortcuts/keyNames.ts'
import { useKeptQueries } from '../../workspace/keptQueries/keptQueries.ts'
import styles from './JumpDialog.module.css'
import { jumpTargets, type JumpPlace, type JumpTarget } from './jumpTargets.ts'
import { Marked } from './Marked.tsx'
import { findTargets, indexTargets } from './targets.ts'

export interface JumpDialogProps extends JumpPlace {
  readonly onClose: () => void
  /** Called, when the dialog has closed, with where to go, and whether that shall be in a new tab. */
  readonly onJump: (target: JumpTarget, elsewhere: boolean) => void
}

/** One list of tables, fields, kept and recent queries and commands, found by typing. */
export function JumpDialog({ onClose, onJump, ...place }: JumpDialogProps) {
  const cache = useQueryClient()
  const kept = useKeptQueries()
  const [text, setText] = useState('')
  // What there is to jump to is looked up when the dialog opens, and again only if queries were kept or the list of tables
  // came meanwhile.
  const [opened] = useState(place)
  const { tables } = place
  const index = useMemo(
    () => indexTargets(jumpTargets(cache, kept, { ...opened, tables })),
    [cache, kept, opened, tables],
  )
  const sections = useMemo(() => findTargets(index, text), [index, text])
  const items = useMemo(() => sections.flatMap(({ found }) => found.map(({ target }) => target)), [sections])
  const go = (target: JumpTarget, elsewhere: boolean) => {
    // The list stays, and with it why not.
    if (target.kind === 'commands' && target.act === null) return
    // First the dialog gives the focus back; then where it leads may take it.
    flushSync(onClose)
    onJump(target, elsewhere)
  }
  const { getInputProps, getMenuProps, getItemProps, getLabelProps, highlightedIndex } = useCombobox<JumpTarget>({
    items,
    isOpen: true,
    inputValue: text,
    selectedItem: null,
    itemToString: (item) => item?.title ?? '',
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    stateReducer: (state, { type, changes }) => {
      const types = useCombobox.stateChangeTypes
      // What is typed is only the user's; Esc closes the dialog.
      if (type === types.InputKeyDownEscape || type === types.InputBlur) return state
      if (type === types.InputChange) {
        const isFound = findTargets(index, changes.inputValue ?? '').length > 0
        return { ...changes, highlightedIndex: isFound ? 0 : -1 }
      }
      if (type === types.MenuMouseLeave) return { ...changes, highlightedIndex: state.highlightedIndex }
      return changes
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && go(selectedItem, false),
    scrollIntoView: (element) => element?.scrollIntoView({ block: 'nearest' }),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const marked = items[highlightedIndex]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
      event.preventDefault()
      if (marked !== undefined && marked.kind !== 'commands') go(marked, true)
    } else if (event.key === 'Escape') {
      // Downshift would take it; it is the dialog's.
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    }
  }
  return (
    <Dialog title={jumpWords.title} width="bare" onClose={onClose}>
      <div className={styles.in}>
        <Icon icon={Search} size={16} />
        <VisuallyHidden>
          <label {...getLabelProps()}>{jumpWords.find}</label>
        </VisuallyHidden>
        <input
          {...getInputProps({
            'aria-label': jumpWords.find,
            'data-autofocus': '',
            placeholder: jumpWords.find,
            spellCheck: false,
            autoComplete: 'off',
            enterKeyHint: 'go',
            onChange: (event) => setText(event.currentTarget.value),
            onKeyDown,
          })}
        />
        <button
          type="button"
          className={styles.esc}
          aria-label={jumpWords.close(keyNames('Escape').join(''))}
          onClick={onClose}
        >
          <Kbd>{keyNames('Escape').join('')}</Kbd>
        </button>
      </div>
      <div {...getMenuProps({ 'aria-label': jumpWords.found })} className={styles.out}>
        {sections.map(({ kind, found, matching, total, start }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options
          <div key={kind} role="group" aria-label={jumpWords.sections[kind]}>
            <div className={styles.heading} aria-hidden="true">
              <span>{jumpWords.sections[kind]}</span>
              {/* While nothing is typed all match, and a few of them are shown. */}
              <span>
                {found.length < total
                  ? jumpWords.some(matching < total ? matching : found.length, total)
                  : jumpWords.all(total)}
              </span>
            </div>
            {found.map(({ target, marks }, place) => {
              const at = start + place
              return (
                <div
                  key={target.id}
                  {...getItemProps({ item: target, index: at })}
                  className={styles.option}
                  data-marked={at === highlightedIndex || undefined}
                  aria-disabled={(target.kind === 'commands' && target.act === null) || undefined}
                  title={target.hint}
                >
                  <Icon icon={target.icon} />
                  <span className={styles.title}>
                    <Marked text={target.title} marks={marks} />
                  </span>
                  {target.where !== '' && <span className={styles.where}>{target.where}</span>}
                  {target.aside !== undefined && <span className={styles.aside}>{target.aside}</span>}
                  {target.keys !== undefined && target.keys.length > 0 && (
                    <span className={styles.aside}>
                      {target.keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {items.length === 0 && (
        <p className={styles.none}>{text.trim() === '' ? jumpWords.noneEmpty : jumpWords.none(text.trim())}</p>
      )}
      <VisuallyHidden>
        <output>{text === '' ? '' : jumpWords.status(items.length)}</output>
      </VisuallyHidden>
      <div className={styles.foot} aria-hidden="true">
        <Hint keys={['↑', '↓']} words={jumpWords.move} />
        <Hint keys={['↵']} words={jumpWords.open} />
        <Hint keys={[...keyNames('Mod'), '↵']} words={jumpWords.openElsewhere} />
        <span className={styles.spacer} />
        <Hint keys={['#']} words={jumpWords.fieldsOnly} />
        <Hint keys={['>']} words={jumpWords.commandsOnly} />
      </div>
    </Dialog>
  )
}

function Hint({ keys, words }: { readonly keys: readonly string[]; readonly words: string }) {
  return (
    <span className={styles.hint}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {words}
    </span>
  )
}

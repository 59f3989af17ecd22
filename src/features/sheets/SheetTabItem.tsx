import { X } from 'lucide-react'
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { sheetsWords } from '../../words/en/sheets/sheets.ts'
import { NameField } from './NameField.tsx'
import styles from './SheetTabs.module.css'
import type { SheetTab } from './useSheetTabs.ts'

export interface SheetTabItemProps {
  readonly tab: SheetTab
  readonly isOnly: boolean
  /** It is the one that Tab goes to. */
  readonly isStop: boolean
  readonly isRenamed: boolean
  readonly onFocus: () => void
  readonly onShow: () => void
  /** Moves the focus to another tab. */
  readonly onStep: (to: 1 | -1 | 'first' | 'last') => void
  readonly onClose: () => void
  readonly onRename: () => void
  /** The name that was typed, null if it was given up. */
  readonly onRenamed: (title: string | null) => void
  readonly onMenu: (anchor: HTMLElement, at: { readonly x: number; readonly y: number } | null) => void
  /** Another tab was dropped on it. */
  readonly onDrop: (id: string, isBehind: boolean) => void
}

/** One tab: a press shows it, twice renames it, a drag moves it, the middle button closes it. */
export function SheetTabItem(props: SheetTabItemProps) {
  const { tab, isOnly, isStop, isRenamed, onMenu, onClose, onShow, onRename } = props
  const { sheet, title, whole, icon, name, isShown, isEdited, elsewhere } = tab
  const button = useRef<HTMLButtonElement>(null)
  const [drop, setDrop] = useState<'before' | 'behind' | null>(null)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what it does with the pointer, keys and the menu do
    <div
      className={styles.tab}
      role="presentation"
      data-shown={isShown || undefined}
      data-drop={drop ?? undefined}
      draggable={!isOnly && !isRenamed}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, sheet.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setDrop(sideOf(event))
      }}
      onDragLeave={() => setDrop(null)}
      onDrop={(event) => {
        setDrop(null)
        const id = event.dataTransfer.getData(DRAGGED)
        if (id === '') return
        event.preventDefault()
        props.onDrop(id, sideOf(event) === 'behind')
      }}
      onAuxClick={(event) => event.button === 1 && !isOnly && onClose()}
      onContextMenu={(event) => {
        if (button.current === null) return
        event.preventDefault()
        onMenu(button.current, event.clientX === 0 ? null : { x: event.clientX, y: event.clientY })
      }}
    >
      {isRenamed ? (
        <NameField title={title} onEnd={props.onRenamed} />
      ) : (
        <button
          ref={button}
          type="button"
          role="tab"
          data-sheet={sheet.id}
          aria-selected={isShown}
          aria-label={name}
          aria-describedby="tabKeys"
          title={`${elsewhere === null ? '' : `${elsewhere}\n`}${whole.slice(0, WHOLE_MAX)}`}
          tabIndex={isStop ? 0 : -1}
          onFocus={props.onFocus}
          onClick={onShow}
          onDoubleClick={onRename}
          onKeyDown={(event) => press(event, props)}
        >
          <Icon icon={icon} />
          {isEdited && <span className={styles.dot} />}
          <bdi>{title}</bdi>
          {/* A blank, or both would be one word for who compares what is seen with the name. */}
          {elsewhere !== null && ' '}
          {elsewhere !== null && <small>{elsewhere}</small>}
        </button>
      )}
      {!isOnly && !isRenamed && (
        // Delete and the menu do the same: a list of tabs may hold nothing but tabs.
        <button
          type="button"
          className={styles.close}
          aria-hidden="true"
          tabIndex={-1}
          title={sheetsWords.close}
          onClick={onClose}
        >
          <Icon icon={X} size={12} />
        </button>
      )}
    </div>
  )
}

function sideOf(event: DragEvent<HTMLElement>): 'before' | 'behind' {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return event.clientX < left + width / 2 ? 'before' : 'behind'
}

const DRAGGED = 'application/x-rowan-tab'

/** Signs of a statement that are shown when the pointer rests on its tab. */
const WHOLE_MAX = 400

function press(event: KeyboardEvent<HTMLElement>, props: SheetTabItemProps): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'ArrowLeft') props.onStep(-1)
  else if (key === 'ArrowRight') props.onStep(1)
  else if (key === 'Home') props.onStep('first')
  else if (key === 'End') props.onStep('last')
  else if (key === 'Delete') props.onClose()
  else if (key === 'F2') props.onRename()
  else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) props.onMenu(event.currentTarget, null)
  else return
  event.preventDefault()
  event.stopPropagation()
}

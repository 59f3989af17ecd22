import type { LucideIcon } from 'lucide-react'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import { Kbd } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import styles from './Menu.module.css'
import { Popover } from './Popover.tsx'
import type { Anchoring } from './useAnchored.ts'

export interface MenuItem {
  readonly id: string
  readonly title: string
  /** The part of the title that is set in bold. */
  readonly bold?: string | undefined
  readonly icon?: LucideIcon | undefined
  /** Keys that do the same. */
  readonly keys?: string | undefined
  /** It is something that is so or not. */
  readonly checked?: boolean | undefined
  /** Why it can't be chosen; it can still be reached, to be read. */
  readonly refusal?: string | undefined
  readonly onChoose: () => void
}

export interface MenuProps extends Pick<Anchoring, 'at' | 'align'> {
  readonly label: string
  /** Divided by a line from each other; empty ones are left out. */
  readonly groups: readonly (readonly MenuItem[])[]
  readonly anchor: RefObject<HTMLElement | null>
  /** A sentence below the items. */
  readonly note?: string | undefined
  readonly onClose: () => void
}

/**
 * A menu: arrows, Home, End and first letters go from item to item, Esc and Tab close it. It closes when what it is about
 * is scrolled away from under it.
 */
export function Menu({ label, groups, anchor, note, onClose, ...anchoring }: MenuProps) {
  const items = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const press = (event: KeyboardEvent) => {
    const all = [...(items.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const now = all.findIndex((item) => item === document.activeElement)
    const to = nextItem(event, all, now, typed.current)
    if (event.key === 'Tab') onClose()
    else if (to === null) return
    else all[to]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  useEndOnScroll(anchor, onClose)
  const drawn = groups.filter((group) => group.length > 0)
  return (
    <Popover open onClose={onClose} anchor={anchor} label={label} role="menu" {...anchoring}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the items, which bubble up */}
      <div ref={items} className={styles.items} role="presentation" onKeyDown={press}>
        {drawn.map((group, at) => (
          // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/prefer-tag-over-role -- groups have no other identity; a fieldset is no part of a menu
          <div key={at} role="group" className={styles.group}>
            {group.map((item, place) => (
              <Item
                key={item.id}
                item={item}
                isFirst={at === 0 && place === 0}
                onChoose={() => {
                  // First, so that the focus is back before the choice may move it.
                  onClose()
                  item.onChoose()
                }}
              />
            ))}
          </div>
        ))}
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
    </Popover>
  )
}

function useEndOnScroll(anchor: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    let first: DOMRect | undefined
    // What opened it may have scrolled it into view just now.
    const frame = requestAnimationFrame(() => (first = anchor.current?.getBoundingClientRect()))
    const look = () => {
      if (first === undefined) return
      const now = anchor.current?.getBoundingClientRect()
      if (now === undefined || Math.abs(now.top - first.top) > SLIP_PX || Math.abs(now.left - first.left) > SLIP_PX)
        close()
    }
    window.addEventListener('scroll', look, true)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look, true)
    }
  }, [anchor])
}

const SLIP_PX = 2

interface ItemProps {
  readonly item: MenuItem
  readonly isFirst: boolean
  readonly onChoose: () => void
}

function Item({ item, isFirst, onChoose }: ItemProps) {
  const { title, bold, icon, keys, checked, refusal } = item
  const id = useId()
  const [before = title, after] = bold === undefined ? [] : title.split(bold, 2)
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      aria-disabled={refusal === undefined ? undefined : true}
      aria-describedby={refusal === undefined ? undefined : id}
      title={refusal ?? title}
      tabIndex={-1}
      data-autofocus={isFirst ? '' : undefined}
      onClick={() => refusal === undefined && onChoose()}
      // Not by merely lying under a pointer that rests: the menu may have been opened by key.
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
    >
      <span className={styles.icon}>{checked === true ? <Icon icon={Check} /> : icon && <Icon icon={icon} />}</span>
      <span className={styles.title}>
        {before}
        {after !== undefined && <b>{bold}</b>}
        {after}
      </span>
      {keys !== undefined && <Kbd>{keys}</Kbd>}
      {refusal !== undefined && (
        <span id={id} hidden>
          {refusal}
        </span>
      )}
    </button>
  )
}

/** Where a key leads from item `now`; null if it leads nowhere. */
function nextItem(
  { key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent,
  all: readonly HTMLElement[],
  now: number,
  typed: { text: string; at: number },
): number | null {
  if (key === 'ArrowDown') return (now + 1) % all.length
  if (key === 'ArrowUp') return (now <= 0 ? all.length : now) - 1
  if (key === 'Home') return 0
  if (key === 'End') return all.length - 1
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return null
  typed.text = timeStamp - typed.at < TYPED_TOGETHER_MS ? typed.text + key : key
  typed.at = timeStamp
  const sought = typed.text.toLowerCase()
  const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(sought)
  // One letter goes on to the next that begins so; more stay where they fit.
  const from = sought.length === 1 ? now + 1 : Math.max(0, now)
  const found = [...all.slice(from), ...all.slice(0, from)].find((item) => begins(item))
  return found === undefined ? now : all.indexOf(found)
}

/** Letters that follow sooner belong to one beginning. */
const TYPED_TOGETHER_MS = 600

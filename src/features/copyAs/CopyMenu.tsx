import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { Popover } from '../../ui/floating/Popover.tsx'
import { copyAsWords } from '../../words/en/faces/copyAs.ts'
import styles from './CopyMenu.module.css'

export interface MenuItem {
  readonly id: keyof typeof copyAsWords.items
  readonly aside?: string | undefined
  readonly onChoose: () => void
}

export interface MenuGroup {
  readonly id: keyof typeof copyAsWords.groups
  readonly items: readonly MenuItem[]
  /** A sentence under the items, or in place of them if there are none. */
  readonly note?: string | undefined
}

export interface CopyMenuProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly groups: readonly MenuGroup[]
  readonly onClose: () => void
}

/** The menu of what can be copied: arrows, Home, End and first letters move in it. */
export function CopyMenu({ anchor, groups, onClose }: CopyMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const now = items.findIndex((item) => item === document.activeElement)
    const next = placeAfter(event.key, now, items)
    if (next === null) return
    event.preventDefault()
    items[next]?.focus()
  }
  return (
    <Popover open onClose={onClose} anchor={anchor} label={copyAsWords.copyAs} role="menu">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the menu around it */}
      <div ref={menu} className={styles.menu} onKeyDown={move}>
        {groups.map(({ id, items, note }, place) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of a menu, not of a form
          <div key={id} role="group" aria-label={copyAsWords.groups[id]} className={styles.group}>
            <h2 aria-hidden="true">{copyAsWords.groups[id]}</h2>
            {items.map((item, at) => (
              <button
                key={item.id}
                type="button"
                role="menuitem"
                tabIndex={-1}
                data-autofocus={place + at === 0 ? '' : undefined}
                onClick={item.onChoose}
              >
                <span>{copyAsWords.items[item.id]}</span>
                {item.aside !== undefined && <small>{item.aside}</small>}
              </button>
            ))}
            {note !== undefined && <p>{note}</p>}
          </div>
        ))}
      </div>
    </Popover>
  )
}

/** Where a key leads among the items; null if it leads nowhere. */
function placeAfter(key: string, now: number, items: readonly HTMLElement[]): number | null {
  const count = items.length
  if (key === 'ArrowDown') return (now + 1) % count
  if (key === 'ArrowUp') return (Math.max(now, 0) + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return null
  const letter = key.toLowerCase()
  const after = [...items.slice(now + 1), ...items.slice(0, now + 1)]
  const found = after.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))
  return found === undefined ? null : items.indexOf(found)
}

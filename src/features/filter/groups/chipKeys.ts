import type { KeyboardEvent } from 'react'
import type { Where } from '../../../query/query.ts'
import { dissolved, grouped, inverted, moved, switched, type Edited } from '../../../query/treeEdits.ts'
import { partAt, withPartAt, type Path } from '../../../query/treePaths.ts'
import { allParts, partsOf } from '../../../query/where.ts'
import { settings } from '../../../workspace/settings.ts'
import { navigate, type View } from '../../../workspace/view.ts'

/** A key pressed on a chip, or on a part of one. */
interface ChipKey {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
}

/** Does what a key pressed on a chip of that form means, if it means anything. */
export function pressOnChip(event: KeyboardEvent, view: View, form: HTMLElement | null): void {
  if (!(event.target instanceof HTMLElement) || event.altKey || event.nativeEvent.isComposing) return
  if (/^\p{L}$/u.test(event.key) && !settings.singleKeys.get()) return
  const place = event.target.closest<HTMLElement>('[data-path]')
  // Space presses the other buttons of a chip.
  const isMain = place !== null && (place === event.target || place.querySelector('button') === event.target)
  if (!isMain || event.target.getAttribute('aria-expanded') === 'true') return
  const path = (place.dataset['path'] ?? '').split('.').map(Number)
  const key = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey }
  if ((key.key === 'Backspace' || key.key === 'Delete') && path.length > 1) {
    event.preventDefault()
    navigate({ ...view, where: withPartAt(view.where, path, null) })
    requestAnimationFrame(() => focusPath(form, path.slice(0, -1)))
    return
  }
  const done = keyedEdit(view.where, path, key)
  if (done === null) return
  event.preventDefault()
  if (done.kind === 'go') return focusPath(form, done.path)
  const { where, path: to } = done.edited
  navigate({ ...view, where })
  requestAnimationFrame(() => focusPath(form, to))
}

/** Firefox presses a button when Space is let go, whatever was done when it was pressed. */
export function keepSpace(event: KeyboardEvent): void {
  const { key, target } = event
  const isMain = target instanceof HTMLElement && target.closest('[data-path]')?.querySelector('button') === target
  if (key === ' ' && isMain) event.preventDefault()
}

function focusPath(form: HTMLElement | null, path: Path): void {
  const place = `[data-path="${path.join('.')}"]`
  // The parts of a folded group are not drawn: the group takes the focus.
  const part = form?.querySelector<HTMLElement>(`${place}, [data-path="${path[0]}"]:not(:has(${place}))`)
  const target = part?.matches('button') === true ? part : part?.querySelector<HTMLElement>('button')
  target?.focus()
}

/** What a key does to the part at a path: it changes the conditions, or leads to another part; null if nothing. */
type KeyedEdit = { readonly kind: 'edit'; readonly edited: Edited } | { readonly kind: 'go'; readonly path: Path }

/**
 * The keys of the chips (design, §8): arrows from chip to chip, into a group and out of it; Space off or on, I inverts, G
 * groups with the one before, Shift G dissolves the group, Ctrl Shift and arrows move.
 */
function keyedEdit(where: Where, path: Path, { key, ctrl, shift }: ChipKey): KeyedEdit | null {
  const part = partAt(where, path)
  if (part === undefined) return null
  const replaced = (next: Where) => edit({ where: withPartAt(where, path, next), path })
  if (ctrl && shift) {
    if (key === 'ArrowLeft') return edit(moved(where, path, -1))
    return key === 'ArrowRight' ? edit(moved(where, path, 1)) : null
  }
  if (ctrl) return null
  if (shift)
    return key.toLowerCase() === 'g' ? edit(dissolved(where, 'field' in part ? path.slice(0, -1) : path)) : null
  switch (key) {
    case ' ':
      return replaced(switched(part))
    case 'i':
      return replaced(inverted(part))
    case 'g':
      return edit(grouped(where, path))
    default: {
      const to = pathAfter(where, path, key)
      return to && { kind: 'go', path: to }
    }
  }
}

function pathAfter(where: Where, path: Path, key: string): Path | null {
  const place = path.at(-1) ?? 0
  const above = path.slice(0, -1)
  const parent = above.length === 0 ? undefined : partAt(where, above)
  const count = parent === undefined ? allParts(where).length : 'field' in parent ? 0 : partsOf(parent).length
  if (key === 'ArrowLeft') return place > 0 ? [...above, place - 1] : null
  if (key === 'ArrowRight') return place < count - 1 ? [...above, place + 1] : null
  if (key === 'ArrowUp') return above.length > 0 ? above : null
  const part = partAt(where, path)
  return key === 'ArrowDown' && part !== undefined && !('field' in part) ? [...path, 0] : null
}

function edit(edited: Edited | null): KeyedEdit | null {
  return edited && { kind: 'edit', edited }
}

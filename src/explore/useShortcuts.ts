import { useEffect, useEffectEvent } from 'react'
import { shortcutOf, type KeyPlace } from './shortcut.ts'

/** Runs what stands under the shortcut that is pressed anywhere on the page; see `shortcutOf` for their names. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent, isFirst: boolean) => {
    if (event.defaultPrevented) return
    const name = shortcutOf(event, placeOf(event.target))
    const run = name === null ? undefined : shortcuts[name]
    // Running goes before what Enter means to the grid or the editor; all else comes after what has the focus.
    if (!run || isFirst !== (name === 'Mod+Enter')) return
    event.preventDefault()
    event.stopPropagation()
    run()
  })
  useEffect(() => {
    const first = (event: KeyboardEvent) => press(event, true)
    const last = (event: KeyboardEvent) => press(event, false)
    window.addEventListener('keydown', first, true)
    window.addEventListener('keydown', last)
    return () => {
      window.removeEventListener('keydown', first, true)
      window.removeEventListener('keydown', last)
    }
  }, [])
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (document.querySelector('dialog[open]') !== null) return 'dialog'
  if (!(target instanceof Element)) return 'page'
  if (target.closest('dialog, [role="dialog"], [role="menu"], [role="listbox"]')) return 'dialog'
  const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="textbox"]'
  return target.closest(typing) ? 'text' : 'page'
}

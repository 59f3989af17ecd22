import { useEffectEvent, useLayoutEffect } from 'react'
import { settings } from '../../workspace/settings.ts'
import { chordOf, isSingle, mayAct, type KeyPlace } from './chord.ts'
import { SHORTCUTS, type PageShortcut, type Shortcut } from './shortcuts.ts'

/** What the shortcuts do now; one without an action does nothing. */
export type ShortcutActions = { readonly [Id in PageShortcut]?: (() => void) | undefined }

/** A command that can be given now. */
export interface BoundCommand {
  readonly id: PageShortcut
  readonly act: () => void
}

/** What can be done now, in the order of the table of shortcuts. */
export function boundCommands(): readonly BoundCommand[] {
  const all: ShortcutActions = Object.assign({}, ...[...bound].map((read) => read()))
  return COMMANDS.flatMap((id) => {
    const act = all[id]
    return act === undefined ? [] : [{ id, act }]
  })
}

const bound = new Set<() => ShortcutActions>()

/** All commands that the page can be given, in the order of the table. */
export const COMMANDS: readonly PageShortcut[] = Object.keys(SHORTCUTS).filter((id): id is PageShortcut => {
  const table: Readonly<Record<string, Shortcut>> = SHORTCUTS
  return table[id]?.ownedByPart !== true
})

/** Runs the action of the shortcut that is pressed, anywhere on the page, and offers it to `boundCommands`. */
export function useShortcuts(actions: ShortcutActions): void {
  const read = useEffectEvent(() => actions)
  const press = useEffectEvent((event: KeyboardEvent, isFirst: boolean) => {
    if (event.defaultPrevented) return
    const chord = chordOf(event)
    // These go before what the keys mean to the grid or the editor; all else comes after what has the focus.
    if (chord === null || isFirst !== FIRST.has(chord)) return
    if (isSingle(chord) && !settings.singleKeys.get()) return
    const act = actionOf(actions, chord, placeOf(event.target))
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down acts once.
    if (!event.repeat) act()
  })
  // A button's key works as soon as it is in sight: `useEffect` may run after the next paint, and a key before that be lost.
  useLayoutEffect(() => {
    const first = (event: KeyboardEvent) => press(event, true)
    const last = (event: KeyboardEvent) => press(event, false)
    const now = () => read()
    bound.add(now)
    window.addEventListener('keydown', first, true)
    window.addEventListener('keydown', last)
    return () => {
      bound.delete(now)
      window.removeEventListener('keydown', first, true)
      window.removeEventListener('keydown', last)
    }
  }, [])
}

const FIRST: ReadonlySet<string> = new Set(['Mod+Enter', 'Mod+Shift+Enter', 'Mod+K', 'Alt+PageDown', 'Alt+PageUp'])

function actionOf(actions: ShortcutActions, chord: string, place: KeyPlace): (() => void) | undefined {
  const offered: Readonly<Record<string, (() => void) | undefined>> = actions
  const table: Readonly<Record<string, Shortcut>> = SHORTCUTS
  for (const [id, act] of Object.entries(offered)) {
    const shortcut = table[id]
    if (act === undefined || shortcut === undefined) continue
    if (shortcut.keys.includes(chord) && mayAct(chord, place, shortcut.inPopovers === true)) return act
  }
  return undefined
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (document.querySelector('dialog[open]') !== null) return 'modal'
  if (!(target instanceof Element)) return 'page'
  if (target.closest(WRITING) !== null) return isInPopover(target) ? 'modal' : 'text'
  return isInPopover(target) ? 'popover' : 'page'
}

function isInPopover(target: Element): boolean {
  return target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
}

const WRITING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="textbox"], .monaco-editor'

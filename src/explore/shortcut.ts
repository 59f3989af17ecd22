/** What a key press says, as far as keyboard shortcuts look at it. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/** Where a key was pressed: text is typed there, or it is inside a dialog or menu that has keys of its own. */
export type KeyPlace = 'page' | 'text' | 'dialog'

/**
 * The shortcut that a key press means: `Mod+Enter` (Ctrl, or Cmd on a Mac), `Escape`, or a single character in lower case;
 * null for none. Single characters never act where text is typed (WCAG 2.1.4), and nothing does inside a dialog.
 */
export function shortcutOf(press: KeyPress, place: KeyPlace): string | null {
  if (place === 'dialog' || press.isComposing || press.altKey) return null
  if (press.ctrlKey || press.metaKey) return press.key === 'Enter' ? 'Mod+Enter' : null
  if (press.key === 'Escape') return 'Escape'
  return place === 'page' && press.key.length === 1 ? press.key.toLowerCase() : null
}

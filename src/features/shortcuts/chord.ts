/** The parts of a key press that shortcuts look at. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
}

/** Where a key was pressed: in text, in a popover or menu with keys of its own, under a modal dialog, or elsewhere. */
export type KeyPlace = 'page' | 'text' | 'popover' | 'modal'

/**
 * The name of a key press: `F`, `Shift+F`, `?`, `Escape`, `Mod+Enter` (Ctrl, on a Mac Cmd). Null while text is composed, and
 * with Alt and a sign, whose combinations belong to the browser and to keyboards that write with them.
 */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyPress): string | null {
  if (isComposing || (altKey && /^.$/u.test(key))) return null
  const isLetter = /^\p{L}$/u.test(key)
  const name = isLetter ? key.toUpperCase() : key
  // A sign that is typed with Shift has its own name.
  const shift = shiftKey && (isLetter || key.length > 1) ? 'Shift+' : ''
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${shift}${name}`
}

/** Whether a key press is a single letter or sign, with Shift or without: what somebody says or touches by accident may be one. */
export function isSingle(chord: string): boolean {
  return /^(?:Shift\+)?.$/u.test(chord)
}

/** Whether a shortcut may act in a place. Single characters never act in text (WCAG 2.1.4). */
export function mayAct(chord: string, place: KeyPlace, inPopovers: boolean): boolean {
  if (place === 'page') return true
  // Text fields have their own undo. Keys such as F4 write nothing.
  if (place === 'text')
    return chord === 'Escape' || (/^(?:Mod\+|Alt\+|(?:Shift\+)?F\d)/.test(chord) && !UNDOES_TEXT.has(chord))
  return place === 'popover' && inPopovers
}

const UNDOES_TEXT: ReadonlySet<string> = new Set(['Mod+Z', 'Mod+Shift+Z', 'Mod+Y'])

import { keyWords } from '../../words/en/keys.ts'
import { SHORTCUTS, type ShortcutId } from './shortcuts.ts'

/** The keys of a chord as they are printed on this device's keyboard: `Mod+Enter` is Ctrl and Enter, on a Mac ⌘ and Enter. */
export function keyNames(chord: string, isMac = IS_MAC): readonly string[] {
  const names: Readonly<Record<string, string>> = keyWords.names
  return chord.split('+').map((key) => (key === 'Mod' && isMac ? '⌘' : (ARROWS[key] ?? names[key] ?? key)))
}

/** A shortcut as it is shown on a button: `C`, `Ctrl ↵`. */
export function keyCap(id: ShortcutId): string {
  const [chord = ''] = SHORTCUTS[id].keys
  return keyNames(chord)
    .map((name) => (name === keyWords.names.Enter ? '↵' : name))
    .join(' ')
}

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }

const IS_MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * Whether a single letter may act: no other key is held, no text is being written, no dialog is open. `key` is compared
 * in lower case.
 */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented)
    return false
  if (event.key.toLowerCase() !== key) return false
  const target = event.target
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest(WRITING) !== null)) return false
  return document.querySelector('dialog[open]') === null
}

const WRITING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"], .monaco-editor'

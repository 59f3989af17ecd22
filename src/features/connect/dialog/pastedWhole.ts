import type { ClipboardEvent } from 'react'

/** What was pasted in place of the whole text of a field; null if it went into the middle of one, or is blank. */
export function pastedWhole(event: ClipboardEvent<HTMLInputElement>): string | null {
  const pasted = event.clipboardData.getData('text')
  const { selectionStart, selectionEnd, value } = event.currentTarget
  return pasted.trim() === '' || (selectionEnd ?? 0) - (selectionStart ?? 0) < value.length ? null : pasted
}

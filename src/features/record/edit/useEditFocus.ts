import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Drafts } from './recordDraft.ts'

/** Puts the focus where one goes on: into the field typed into last, or the first one, while a record is edited; then back. */
export function useEditFocus(panel: RefObject<HTMLElement | null>, isEditing: boolean, drafts: Drafts): void {
  const wasEditing = useRef(false)
  // What was typed may be from before a reload, or from before another view was shown.
  const [typedInto] = useState(() => [...drafts.keys()].at(-1))
  useEffect(() => {
    const typed = typedInto === undefined ? '' : `[aria-label="${CSS.escape(typedInto)}"] `
    if (isEditing) panel.current?.querySelector<HTMLElement>(`form ${typed}${INPUT}`)?.focus()
    else if (wasEditing.current) panel.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [panel, isEditing, typedInto])
}

const INPUT = ':is(input:not([type=checkbox]), textarea, select)'

import { useRef, useState } from 'react'
import type { Summary } from '../../../summary/summary.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { withSummary } from '../summaryEdits.ts'
import type { Part } from './PartPopover.tsx'

/** The parts of a summary in the sentence: which of them is open, and what becomes of the view as they are changed. */
export function useSummaryParts(view: View) {
  const all = useRef<HTMLSpanElement>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const [open, setOpen] = useState<Part | null>(null)
  /** All that is changed in one popover is one step back. */
  const isChanged = useRef(false)
  const show = (next: Summary | null, how: 'push' | 'replace' = 'push') => navigate(withSummary(view, next), how)
  return {
    all,
    anchor,
    open,
    setOpen,
    show,
    /** A change made in the open popover. */
    change: (next: Summary | null) => {
      if (show(next, isChanged.current ? 'replace' : 'push')) isChanged.current = true
    },
    toggle: (part: Part) => (at: HTMLElement) => {
      anchor.current = at
      isChanged.current = false
      setOpen(isSame(part, open) ? null : part)
    },
    isOpen: (part: Part) => isSame(part, open),
    /** The focus goes to the chip before the one that is removed, or to the first button. */
    removed: (next: Summary | null) => (chip: HTMLElement | null) => {
      const chips = [...(all.current?.querySelectorAll<HTMLElement>('[data-summary-chip]') ?? [])]
      const at = chips.findIndex((each) => each === chip)
      const other = chips[at - 1] ?? chips[at + 1]
      setOpen(null)
      show(next)
      other?.querySelector('button')?.focus()
    },
  }
}

export type SummaryParts = ReturnType<typeof useSummaryParts>

function isSame(a: Part, b: Part | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

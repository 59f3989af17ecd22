import { useRef, useState, type RefObject } from 'react'
import { fieldKind, type Field } from '../../protocol/field.ts'
import type { Condition, Where } from '../../query/query.ts'
import { allParts, newConditionId } from '../../query/where.ts'

/** The condition in the popover. */
export interface EditedCondition {
  /** The chip that opened the popover; null if it was opened to add a condition. */
  readonly chip: Condition | null
  /** Where that chip was among the parts of the query; -1 for a new one. */
  readonly place: number
  readonly id: string
  readonly field: string
}

export interface ConditionEditing {
  readonly edited: EditedCondition | null
  /** What the popover points at. */
  readonly anchor: RefObject<HTMLElement | null>
  /** The parts of the query, with the chip that is being edited even while it has no values. */
  readonly parts: readonly Where[]
  readonly openChip: (chip: Condition, at: HTMLElement) => void
  /** Opens a new condition on that field, or on one that has none yet. */
  readonly openNew: (field: string | null, at: HTMLElement | null) => void
  readonly chooseField: (field: string) => void
  /** Closes the popover; true if the chip that opened it goes with it, because it has no values. */
  readonly close: () => boolean
}

/** Which condition the popover changes. */
export function useEditedCondition(where: Where, fields: readonly Field[]): ConditionEditing {
  const anchor = useRef<HTMLElement>(null)
  const [edited, setEdited] = useState<EditedCondition | null>(null)
  const conditions = allParts(where).filter((part) => 'field' in part)
  const chip = edited?.chip ?? null
  const isGone = chip !== null && !conditions.some(({ id }) => id === chip.id)
  const parts = [...allParts(where)]
  if (isGone) parts.splice(Math.max(0, edited?.place ?? 0), 0, { ...chip, values: [] })
  // Another condition on the same field would not help: both have to hold.
  const idOn = (field: string) => conditions.find((each) => each.field === field)?.id ?? newConditionId()
  return {
    edited,
    anchor,
    parts,
    openChip: (opened, at) => {
      anchor.current = at
      const place = allParts(where).findIndex((part) => 'field' in part && part.id === opened.id)
      setEdited({ chip: opened, place, id: opened.id, field: opened.field })
    },
    openNew: (field, at) => {
      const chosen = field ?? firstToFilter(fields, conditions)
      if (chosen === null || at === null) return
      anchor.current = at
      setEdited({ chip: null, place: -1, id: idOn(chosen), field: chosen })
    },
    chooseField: (field) => {
      if (edited === null) return
      setEdited({ ...edited, field, id: field === chip?.field ? chip.id : idOn(field) })
    },
    close: () => {
      setEdited(null)
      return isGone
    },
  }
}

/** A new condition begins with the first text field that has none yet. */
function firstToFilter(fields: readonly Field[], conditions: readonly Condition[]): string | null {
  const free = fields.filter(({ id }) => id !== '_id' && !conditions.some(({ field }) => field === id))
  const first = free.find(({ type }) => fieldKind(type) === 'text') ?? free[0] ?? fields[0]
  return first?.id ?? null
}

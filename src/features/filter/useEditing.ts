import { useRef, useState, type RefObject } from 'react'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { partAt, pathOfCondition, withPartAt, type Path } from '../../query/treePaths.ts'
import type { Condition, Where } from '../../query/query.ts'
import { allParts, newConditionId } from '../../query/where.ts'
import { typeAhead } from '../../ui/browser/typeAhead.ts'

/** What the popover changes: a condition, which may not be part of the query yet, or a group. */
export type Edited =
  | {
      readonly kind: 'condition'
      readonly id: string
      readonly field: string
      /** The group that it joins if it is new. */
      readonly into: Path
      /** It was opened to add one, so the field is chosen first. */
      readonly isNew: boolean
      /** A person chose the field; else it is asked for first. */
      readonly isFieldChosen: boolean
    }
  | { readonly kind: 'group'; readonly path: Path }

export interface Editing {
  readonly edited: Edited | null
  /** What the popover points at. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly openCondition: (condition: Condition, at: HTMLElement) => void
  readonly openGroup: (path: Path, at: HTMLElement) => void
  /** Opens a new condition on that field, or on one that has none yet, in that group. */
  readonly openNew: (field: string | null, into: Path, at: HTMLElement | null) => void
  readonly chooseField: (field: string) => void
  /** Closes the popover; the conditions without what was left unfinished, or null if nothing was. */
  readonly close: () => Where | null
}

/** Which part of the query the popover changes. */
export function useEditing(where: Where, fields: readonly Field[]): Editing {
  const anchor = useRef<HTMLElement>(null)
  const [opened, setEdited] = useState<Edited | null>(null)
  const conditions = allParts(where).filter((part) => 'field' in part)
  const edited = opened?.kind === 'group' && !isGroup(where, opened.path) ? null : opened
  // A second list of values for a field would not help: both have to hold.
  const idOn = (field: string, into: Path) => {
    const listed = into.length > 0 ? undefined : conditions.find((each) => each.field === field && LISTS.has(each.op))
    return listed?.id ?? newConditionId()
  }
  return {
    edited,
    anchor,
    openCondition: ({ id, field }, at) => {
      anchor.current = at
      setEdited({ kind: 'condition', id, field, into: [], isNew: false, isFieldChosen: true })
    },
    openGroup: (path, at) => {
      anchor.current = at
      setEdited({ kind: 'group', path })
    },
    openNew: (field, into, at) => {
      const chosen = field ?? firstToFilter(fields, conditions)
      if (chosen === null || at === null) return
      anchor.current = at
      // The popover has to be loaded the first time.
      typeAhead()
      setEdited({
        kind: 'condition',
        id: idOn(chosen, into),
        field: chosen,
        into,
        isNew: true,
        isFieldChosen: field !== null,
      })
    },
    chooseField: (field) => {
      if (edited?.kind !== 'condition') return
      const path = pathOfCondition(where, edited.id)
      const now = path === null ? undefined : partAt(where, path)
      const isBack = now !== undefined && 'field' in now && now.field === field
      setEdited({ ...edited, field, isFieldChosen: true, id: isBack ? edited.id : idOn(field, edited.into) })
    },
    close: () => {
      setEdited(null)
      const path = edited?.kind === 'condition' ? pathOfCondition(where, edited.id) : null
      const part = path === null ? undefined : partAt(where, path)
      const isUnfinished = part !== undefined && 'field' in part && part.off === true && part.values.length === 0
      return path !== null && isUnfinished ? withPartAt(where, path, null) : null
    },
  }
}

const LISTS: ReadonlySet<string> = new Set(['is', 'isAnyOf'])

function isGroup(where: Where, path: Path): boolean {
  const part = partAt(where, path)
  return part !== undefined && !('field' in part)
}

/** The field that a new condition has until one is chosen. */
function firstToFilter(fields: readonly Field[], conditions: readonly Condition[]): string | null {
  const free = fields.filter(({ id }) => id !== '_id' && !conditions.some(({ field }) => field === id))
  const first = free.find(({ type }) => fieldKind(type) === 'text') ?? free[0] ?? fields[0]
  return first?.id ?? null
}

import type { ColumnFormat } from './columnFormat.ts'
import { lean, type ColumnLayout } from './columnLayout.ts'

/** The edge at which a column stays in view; null: it scrolls with the others. */
export type Pin = 'left' | 'right' | null

/** A column in its place: those pinned left come first, those pinned right last. */
export interface ArrangedColumn {
  readonly id: string
  readonly pin: Pin
}

/** One thing that a person does to the layout of a result. */
export type LayoutEdit =
  | {
      readonly kind: 'move'
      readonly id: string
      readonly pin: Pin
      /** null: last of its group. */ readonly before: string | null
    }
  | { readonly kind: 'pin'; readonly id: string; readonly pin: Pin }
  /** undefined: the width of its contents again. */
  | { readonly kind: 'widths'; readonly widths: Readonly<Record<string, number | undefined>> }
  | { readonly kind: 'format'; readonly id: string; readonly format: ColumnFormat | null }
  | { readonly kind: 'lines'; readonly lines: number }
  /** All widths come from the contents again. */
  | { readonly kind: 'fit' }
  | { readonly kind: 'reset' }

/** The columns as they are shown: `ids` are those of the data, in its order. */
export function arrangedColumns(ids: readonly string[], layout: ColumnLayout): readonly ArrangedColumn[] {
  const hidden = new Set(layout.hidden)
  const known = new Set(ids.filter((id) => !hidden.has(id)))
  const left = (layout.pinned ?? []).filter((id) => known.has(id))
  const right = (layout.pinnedRight ?? []).filter((id) => known.has(id) && !left.includes(id))
  const aside = new Set([...left, ...right])
  const middle = orderedIds(ids, layout).filter((id) => known.has(id) && !aside.has(id))
  return [...left.map(pinnedTo('left')), ...middle.map(pinnedTo(null)), ...right.map(pinnedTo('right'))]
}

/** The layout after the edit. `ids` are the columns of the data, in its order. */
export function withLayoutEdit(layout: ColumnLayout, ids: readonly string[], edit: LayoutEdit): ColumnLayout {
  const next = edited(layout, ids, edit)
  return lean({ ...next, order: leanOrder(orderedIds(ids, next), ids) })
}

function edited(layout: ColumnLayout, ids: readonly string[], edit: LayoutEdit): ColumnLayout {
  switch (edit.kind) {
    case 'move':
      return moved(layout, ids, edit)
    case 'pin':
      // It comes to the inner side of those that are there, beside where it was.
      return pinned(layout, edit.id, edit.pin, { before: null, atEnd: edit.pin === 'left' })
    case 'widths':
      return { ...layout, widths: changed(layout.widths, edit.widths) }
    case 'format':
      return { ...layout, formats: changed(layout.formats, { [edit.id]: edit.format ?? undefined }) }
    case 'lines':
      return { ...layout, lines: edit.lines }
    case 'fit':
      return { ...layout, widths: {} }
    case 'reset':
      return {}
  }
}

/** The move of a column by one place among those of its group; null if it is at its end. */
export function stepOf(shown: readonly ArrangedColumn[], id: string, by: -1 | 1): LayoutEdit | null {
  const pin = shown.find((column) => column.id === id)?.pin
  if (pin === undefined) return null
  const group = shown.filter((column) => column.pin === pin)
  const at = group.findIndex((column) => column.id === id)
  if (at + by < 0 || at + by >= group.length) return null
  const before = by === -1 ? group[at - 1] : group[at + 2]
  return { kind: 'move', id, pin, before: before?.id ?? null }
}

/** The move of a column to where it is dropped: before the column shown at place `to`, or after all. */
export function dropOf(shown: readonly ArrangedColumn[], id: string, to: number): LayoutEdit | null {
  const from = shown.findIndex((column) => column.id === id)
  const own = shown[from]
  if (own === undefined || to === from || to === from + 1) return null
  const next = shown[to]
  const last = shown[to - 1]
  const pin = pinBetween(own.pin, last, next, from < to)
  return { kind: 'move', id, pin, before: next?.pin === pin ? next.id : null }
}

/** Between two groups a column stays in its own if that is one of them; else it joins the nearer one. */
function pinBetween(own: Pin, last: ArrangedColumn | undefined, next: ArrangedColumn | undefined, isForward: boolean) {
  const [before, after] = [last ?? next, next ?? last]
  if (before === undefined || after === undefined) return null
  if (own === before.pin || own === after.pin) return before.pin === after.pin ? after.pin : own
  return isForward ? before.pin : after.pin
}

function orderedIds(ids: readonly string[], { order = [] }: ColumnLayout): readonly string[] {
  const known = new Set(ids)
  const first = order.filter((id) => known.has(id))
  const named = new Set(first)
  return [...first, ...ids.filter((id) => !named.has(id))]
}

function moved(layout: ColumnLayout, ids: readonly string[], edit: LayoutEdit & { kind: 'move' }): ColumnLayout {
  const { id, pin, before } = edit
  const placed = pinned(layout, id, pin, { before, atEnd: true })
  if (pin !== null) return placed
  const others = orderedIds(ids, layout).filter((each) => each !== id)
  const at = before === null ? -1 : others.indexOf(before)
  const order = others.toSpliced(at === -1 ? others.length : at, 0, id)
  return { ...placed, order }
}

/** Only as much of an order as differs from that of the data. */
function leanOrder(order: readonly string[], ids: readonly string[]): readonly string[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeAt = (at: number) => places.get(order[at] ?? '') ?? -1
  let end = order.length
  while (end > 0 && (end === order.length || placeAt(end - 1) < placeAt(end))) end -= 1
  return order.slice(0, end)
}

function pinned(
  layout: ColumnLayout,
  id: string,
  pin: Pin,
  { before, atEnd }: { readonly before: string | null; readonly atEnd: boolean },
): ColumnLayout {
  const without = (names: readonly string[] | undefined) => (names ?? []).filter((name) => name !== id)
  const into = (names: readonly string[]) => {
    const at = before === null ? -1 : names.indexOf(before)
    return names.toSpliced(at !== -1 ? at : atEnd ? names.length : 0, 0, id)
  }
  const [left, right] = [without(layout.pinned), without(layout.pinnedRight)]
  return lean({
    ...layout,
    pinned: pin === 'left' ? into(left) : layout.pinned && left,
    pinnedRight: pin === 'right' ? into(right) : right,
  })
}

function changed<T>(
  now: Readonly<Record<string, T>> = {},
  next: Readonly<Record<string, T | undefined>>,
): Record<string, T> {
  const entries = Object.entries({ ...now, ...next })
  return Object.fromEntries(entries.flatMap(([id, value]): [string, T][] => (value === undefined ? [] : [[id, value]])))
}

function pinnedTo(pin: Pin): (id: string) => ArrangedColumn {
  return (id) => ({ id, pin })
}

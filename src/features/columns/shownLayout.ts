import { fieldKind, type Field } from '../../protocol/field.ts'
import type { ColumnLayout } from '../../rows/columnLayout.ts'

/**
 * How a grid shows the columns that a query chose, and no others: `_id` may have come along, and a server that takes no
 * `fields` sends all. `isOwn`: the layout came with the view, so its order is the newer one; one that the device kept
 * gives way to an order that the query has of its own.
 */
export function shownLayout(
  layout: ColumnLayout,
  isOwn: boolean,
  chosen: readonly string[] | null,
  fields: readonly Field[],
): ColumnLayout {
  if (chosen === null) return layout
  const shown = new Set(chosen)
  const hidden = fields.flatMap(({ id }) => (shown.has(id) ? [] : [id]))
  const order = isOwn || !isInOrder(chosen, fields) ? chosen : fields.map(({ id }) => id)
  const first = isOwn || isInOrder(chosen, fields) ? (layout.order ?? []) : []
  return { ...layout, order: [...new Set([...first, ...order])], hidden }
}

/** The columns in the order in which they come without a layout: the table's, or the query's own, before those it left out. */
export function idsInOrder(chosen: readonly string[] | null, fields: readonly Field[]): readonly string[] {
  const ids = fields.map(({ id }) => id)
  return chosen === null || isInOrder(chosen, fields) ? ids : [...new Set([...chosen, ...ids])]
}

/**
 * The layout on a narrow screen: unless a person has said otherwise, what names a record stays in view, over two lines: the
 * first text that is called a title or a name, else the first text.
 */
export function narrowLayout(layout: ColumnLayout, fields: readonly Field[]): ColumnLayout {
  const hidden = new Set(layout.hidden)
  const texts = fields.filter(({ id, type }) => id !== '_id' && !hidden.has(id) && fieldKind(type) === 'text')
  const named = texts.find(({ id }) => NAMING.test(id)) ?? texts[0]
  return { lines: 2, ...(named !== undefined && layout.pinnedRight === undefined && { pinned: [named.id] }), ...layout }
}

const NAMING = /(?:^|[_ ])(?:title|name)$/i

function isInOrder(chosen: readonly string[], fields: readonly Field[]): boolean {
  const places = new Map(fields.map(({ id }, place) => [id, place]))
  const known = chosen.flatMap((name) => places.get(name) ?? [])
  return known.every((place, at) => at === 0 || place > (known[at - 1] ?? -1))
}

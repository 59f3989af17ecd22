import type { Pin } from '../../rows/layoutEdits.ts'
import type { ColumnLayout } from '../../rows/columnLayout.ts'

/** A column that is shown. */
export interface ArrangedColumn {
  /** Its place among the fields. */
  readonly place: number
  readonly pin: Pin
}

/**
 * The columns that are shown, in the order of the picture: those pinned left, the others, those pinned right. Columns that
 * the layout does not know follow those that it does; ids that are not there are ignored.
 */
export function arrangedColumns(
  ids: readonly string[],
  { order = [], hidden = [], pinned = [], pinnedRight = [] }: ColumnLayout,
): readonly ArrangedColumn[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  for (const id of hidden) places.delete(id)
  const take = (wanted: readonly string[], pin: Pin) =>
    wanted.flatMap((id): ArrangedColumn[] => {
      const place = places.get(id)
      places.delete(id)
      return place === undefined ? [] : [{ place, pin }]
    })
  const left = take(pinned, 'left')
  const right = take(pinnedRight, 'right')
  return [...left, ...take(order, null), ...take([...places.keys()], null), ...right]
}

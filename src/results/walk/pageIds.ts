import { rowsIn, type SearchPage } from '../../protocol/answers.ts'
import type { JsonText } from '../../protocol/jsonText.ts'

/** The `_id`s of a page's records, in their order; none if it has no such field. */
export function idsOf(page: SearchPage): readonly JsonText[] {
  const known = ids.get(page)
  if (known !== undefined) return known
  const place = page.fields.findIndex(({ id }) => id === '_id')
  const found = place === -1 ? [] : Array.from({ length: rowsIn(page) }, (_, row) => idOf(page, row, place))
  const read = found.filter((id) => id !== undefined)
  ids.set(page, read)
  return read
}

const ids = new WeakMap<SearchPage, readonly JsonText[]>()

function idOf(page: SearchPage, row: number, place: number): JsonText | undefined {
  return page.records === undefined ? page.rows[row]?.[place] : page.records.key(row, '_id')
}

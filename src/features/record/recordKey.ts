import type { Row } from '../../protocol/answers.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain } from '../../protocol/jsonText.ts'

/**
 * What a record is called: its field that is named as a key is, else its first short text, else its `_id`. Null if it has
 * none of these. It is a name to read, not to find the record by.
 */
export function recordKey(fields: readonly Field[], row: Row): string | null {
  const textAt = (at: number): string | null => {
    const value = row[at]
    if (value === undefined || value === 'null' || value.length > LONGEST) return null
    const kind = jsonKind(value)
    const text = kind === 'string' || kind === 'number' ? jsonToPlain(value).trim() : ''
    return text === '' || text.includes('\n') ? null : text
  }
  const places = fields.map((_, at) => at)
  const isText = (at: number) => fieldKind(fields[at]?.type ?? '') === 'text'
  const named = places.filter((at) => fields[at]?.id !== '_id' && KEY_NAME.test(fields[at]?.id ?? ''))
  for (const at of [...named, ...places.filter((place) => isText(place))]) {
    const text = textAt(at)
    if (text !== null) return text
  }
  const id = textAt(fields.findIndex((field) => field.id === '_id'))
  return id === null ? null : `_id ${id}`
}

const LONGEST = 80
const KEY_NAME = /^(?:id|code|key|nr|ref|reference|identifier)$|_(?:code|key|nr|ref|reference|identifier)$/i

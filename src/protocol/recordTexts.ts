import type { Field } from './field.ts'
import { eachMember, jsonToPlain, type JsonText } from './jsonText.ts'

/** The records of an answer as the text that came, from which values are read one by one. */
export interface RecordTexts {
  readonly texts: readonly JsonText[]
  /** The value of a record under the field at that place; undefined if the record has none. */
  readonly value: (row: number, place: number) => JsonText | undefined
  /** The first value of that name, found without reading the rest of the record: meant for keys, to compare records by. */
  readonly key: (row: number, name: string) => JsonText | undefined
}

/** Reads single values of records with these fields; each field's name must be there once. */
export function createRecordTexts(texts: readonly JsonText[], fields: readonly Field[]): RecordTexts {
  /** For each record that was looked at: where the value of each field starts and ends in its text. */
  const found = new Map<number, Int32Array>()
  let names: FieldNames | null = null
  const placesIn = (row: number, text: JsonText): Int32Array => {
    const known = found.get(row)
    if (known !== undefined) return known
    names ??= fieldNames(fields)
    const places = valuePlaces(text, names)
    found.set(row, places)
    return places
  }
  return {
    texts,
    value(row, place) {
      const text = texts[row]
      if (text === undefined || place < 0 || place >= fields.length) return undefined
      const places = placesIn(row, text)
      const end = places[2 * place + 1] ?? 0
      return end === 0 ? undefined : text.slice(places[2 * place], end)
    },
    key(row, name) {
      const text = texts[row]
      const quoted = JSON.stringify(name)
      let value: JsonText | undefined
      if (text === undefined) return undefined
      eachMember(text, (nameStart, _nameEnd, start, end) => {
        if (!text.startsWith(quoted, nameStart)) return true
        value = text.slice(start, end)
        return false
      })
      return value
    },
  }
}

interface FieldNames {
  /** As they most likely appear in the text, in the order of the fields. */
  readonly quoted: readonly string[]
  readonly places: ReadonlyMap<string, number>
}

function fieldNames(fields: readonly Field[]): FieldNames {
  return {
    quoted: fields.map(({ id }) => JSON.stringify(id)),
    places: new Map(fields.map(({ id }, place) => [id, place])),
  }
}

/** Of a repeated member the last counts, as in `JSON.parse`. */
function valuePlaces(text: JsonText, { quoted, places }: FieldNames): Int32Array {
  const found = new Int32Array(2 * quoted.length)
  let next = 0
  eachMember(text, (nameStart, nameEnd, start, end) => {
    // Records have their members in the order of the fields nearly always, so the next field is tried first.
    const expected = quoted[next]
    const isNext = expected?.length === nameEnd - nameStart && text.startsWith(expected, nameStart)
    const place = isNext ? next : places.get(jsonToPlain(text.slice(nameStart, nameEnd)))
    if (place === undefined) return
    found[2 * place] = start
    found[2 * place + 1] = end
    next = place + 1
  })
  return found
}

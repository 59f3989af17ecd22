import {
  eachElement,
  eachMemberAt,
  jsonKind,
  jsonMembers,
  jsonToPlain,
  type JsonKind,
  type JsonText,
} from '../../protocol/jsonText.ts'
import { given, type Params } from '../http/params.ts'
import { invalid } from '../refusal.ts'

/** A record of a request: its JSON text, and which fields it has. */
export interface InputRecord {
  readonly text: JsonText
  /**
   * The kind of each field's value; if a name repeats, of the last one. Records alike share one, in which a null counts as
   * what others have there.
   */
  readonly kinds: ReadonlyMap<string, JsonKind>
}

/** The records of a request. */
export interface InputRecords {
  /** All of them, as they were sent. */
  readonly text: JsonText
  readonly each: readonly InputRecord[]
}

/** The request's records, maybe none. Throws CKAN's refusals if one isn't an object. */
export function readRecords(params: Params): InputRecords {
  const text = given(params, 'records')
  if (text === null) return { text: '[]', each: [] }
  if (jsonKind(text) !== 'array') throw invalid({ records: ['Records has to be a list of dicts'] })
  const each: InputRecord[] = []
  let shape = shapeOf([], [])
  eachElement(text, (start) => {
    if (jsonKind(text, start) !== 'object') {
      throw invalid({ records: [`row "${each.length}" is not a json object`] })
    }
    let place = 0
    let other: { readonly names: JsonText[]; readonly kinds: JsonKind[] } | null = null
    const end = eachMemberAt(text, start, (nameStart, nameEnd, valueStart) => {
      const known = shape.names[place]
      const kind = jsonKind(text, valueStart)
      const isNamed = known !== undefined && known.length === nameEnd - nameStart && text.startsWith(known, nameStart)
      if (other !== null || !isNamed || (kind !== 'null' && kind !== shape.kinds[place])) {
        other ??= { names: shape.names.slice(0, place), kinds: shape.kinds.slice(0, place) }
        other.names.push(isNamed ? known : text.slice(nameStart, nameEnd))
        other.kinds.push(kind)
      }
      place += 1
    })
    if (place < shape.names.length) other ??= { names: shape.names.slice(0, place), kinds: shape.kinds.slice(0, place) }
    if (other !== null) shape = shapeOf(other.names, other.kinds)
    each.push({ text: text.slice(start, end), kinds: shape.byName })
    return end
  })
  return { text, each }
}

/** What records that are alike have in common: names in their quotes, and kinds of values. */
interface Shape {
  readonly names: readonly JsonText[]
  readonly kinds: readonly JsonKind[]
  readonly byName: ReadonlyMap<string, JsonKind>
}

function shapeOf(names: readonly JsonText[], kinds: readonly JsonKind[]): Shape {
  return { names, kinds, byName: new Map(names.map((known, place) => [jsonToPlain(known), kinds[place] ?? 'null'])) }
}

/** A record's values by their names. If a name repeats, the last one counts. */
export function membersOf(record: InputRecord): ReadonlyMap<string, JsonText> {
  return new Map(jsonMembers(record.text))
}

/** The kinds of the records; those of records alike that follow each other once. */
export function shapesIn(records: readonly InputRecord[]): readonly InputRecord['kinds'][] {
  return records.map(({ kinds }) => kinds).filter((kinds, row) => kinds !== records[row - 1]?.kinds)
}

/** Which kinds of values each field has. */
export function kindsByField(records: readonly InputRecord[]): ReadonlyMap<string, ReadonlySet<JsonKind>> {
  const found = new Map<string, Set<JsonKind>>()
  for (const kinds of shapesIn(records)) {
    for (const [field, kind] of kinds) {
      const known = found.get(field)
      if (known) known.add(kind)
      else found.set(field, new Set([kind]))
    }
  }
  return found
}

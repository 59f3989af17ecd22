import { jsonElements, jsonKind, jsonMembers, type JsonText } from './jsonText.ts'

/**
 * An answer whose records are somewhere else than the page looks first, as the text of an object with `records`: deeper
 * (`{"data": {"records": […]}}`), under another name, or the answer itself is the list. What the same object or those
 * around it say (`fields`, `total`, `limit`, `records_truncated`) comes along. null if no list can be taken for the
 * records, or several can (protocol/README.md P2).
 */
export function recordsElsewhere(body: JsonText): JsonText | null {
  const found = holderOf(body.trim())
  if (found === null) return null
  const told = new Map<string, JsonText>()
  // What stands nearest to the records is about them.
  for (const object of found.around) {
    for (const name of TOLD) {
      const value = object.get(name)
      if (value !== undefined && !told.has(name)) told.set(name, value)
    }
  }
  const members = [['records', found.records] as const, ...told]
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

interface Found {
  readonly records: JsonText
  /** The objects that the list is in, the nearest first. */
  readonly around: readonly ReadonlyMap<string, JsonText>[]
}

/** What an answer says of its records, beside them. */
const TOLD = ['fields', 'total', 'total_was_estimated', 'limit', 'records_truncated', 'records_format'] as const

/** Lists that are never the records, whatever is in them. */
const OTHERS = /^_|^(errors?|messages?|warnings?|links?|fields?|columns?|schema|headers?|meta|metadata|types?|help)$/i

/** Deeper than any envelope is. */
const DEEPEST = 5

/** Level by level, so that the list nearest to the outside wins; on one level a list called `records` does. */
function holderOf(body: JsonText): Found | null {
  if (jsonKind(body) === 'array') return isRecords(body) ? { records: body, around: [] } : null
  if (jsonKind(body) !== 'object') return null
  let level: readonly { text: JsonText; around: Found['around'] }[] = [{ text: body, around: [] }]
  let byOtherName: Found | null = null
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const inside: { text: JsonText; around: Found['around'] }[] = []
    const lists: Found[] = []
    for (const { text, around } of level) {
      const members = new Map(jsonMembers(text))
      const here = [members, ...around]
      const named = members.get('records')
      if (named !== undefined && jsonKind(named) === 'array') return { records: named, around: here }
      for (const [name, value] of members) {
        if (OTHERS.test(name)) continue
        if (jsonKind(value) === 'object') inside.push({ text: value, around: here })
        else if (isRecords(value)) lists.push({ records: value, around: here })
      }
    }
    const filled = lists.filter(({ records }) => jsonElements(records).length > 0)
    const only = filled.length > 0 ? filled : lists
    if (byOtherName === null && only.length > 1) return null
    byOtherName ??= only[0] ?? null
    level = inside
  }
  return byOtherName
}

/** A list of objects, or an empty one. */
function isRecords(value: JsonText): boolean {
  return jsonKind(value) === 'array' && jsonElements(value).every((element) => jsonKind(element) === 'object')
}

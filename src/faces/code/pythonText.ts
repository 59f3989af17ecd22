import { repeatsBy, SAME_AGAIN, type Asking } from '../call.ts'

/** Text as a literal of Python. */
export function pythonText(text: string): string {
  // JSON writes halves of a surrogate pair and control characters as Python does.
  return JSON.stringify(text)
}

/** A text of several lines as a literal of Python: in three quotes if it has lines. */
export function pythonLines(text: string): string {
  if (!text.includes('\n')) return pythonText(text)
  const inside = JSON.stringify(text).slice(1, -1)
  // What JSON has escaped stays so but for line ends; quotes need it only where three stand together or at the end.
  const lines = inside.replaceAll(/\\(.)/gs, (escape, sign) => (sign === 'n' ? '\n' : sign === '"' ? '"' : escape))
  return `"""${lines.replaceAll(/"(?="|$)/g, String.raw`\"`)}"""`
}

/** Plain data as a literal of Python. */
export function pythonValue(json: unknown, indent: string): string {
  if (typeof json === 'string') return pythonText(json)
  if (typeof json === 'boolean') return json ? 'True' : 'False'
  if (json === null) return 'None'
  if (Array.isArray(json)) return `[${json.map((each) => pythonValue(each, indent)).join(', ')}]`
  if (typeof json !== 'object') return JSON.stringify(json)
  const members = Object.entries(json).map(
    ([key, each]) => `${indent}    ${pythonText(key)}: ${pythonValue(each, `${indent}    `)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}

/** The lines by which a program stops at a page that it had before: nothing for statements. */
export function pythonRepeatCheck(asking: Asking, margin: string): string {
  const by = repeatsBy(asking)
  if (by === null) return ''
  const first = by === 'id' ? 'found[0]["_id"]' : 'found'
  const isMore = by === 'id' ? '' : ' and not (result.get("total") or 0) > len(records)'
  return `${margin}if ${first} == last${isMore}:
${margin}    raise SystemExit(${pythonText(SAME_AGAIN)})
${margin}last = ${first}
`
}

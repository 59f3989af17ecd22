/**
 * A short text that is the same for requests likely to cost the same: action, parameters and their wording, without the
 * numbers and texts in them. Bodies that are large or no JSON object are told apart by their size alone.
 */
export function workShape(path: string, query: URLSearchParams, body: string | number | null): string {
  // Behind a backslash, digits may stand for any character.
  const isPlain = typeof body === 'string' && body.length <= LONGEST_REMEMBERED && !body.includes('\\')
  if (!isPlain || query.size > 0) return shapeOf(path, query, body)
  const alike = `${path} ${body.replaceAll(/\d/g, '0')}`
  const known = remembered.get(alike)
  if (known !== undefined) return known
  const shape = shapeOf(path, query, body)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(alike, shape)
  return shape
}

/** Shapes of the last bodies, whose numbers are left out of a shape anyway: finding one takes a sixth of making it. */
const remembered = new Map<string, string>()
const MOST_REMEMBERED = 1000
const LONGEST_REMEMBERED = 500

function shapeOf(path: string, query: URLSearchParams, body: string | number | null): string {
  const params = new Map<string, string>(query)
  if (typeof body === 'string') for (const [name, held] of membersOf(body)) params.set(name, held)
  const words = [...params].map(([name, held]) => `${name}=${skeleton(held)}`).toSorted()
  const size = typeof body === 'number' ? `${Math.ceil(Math.log2(body + 1))}` : ''
  return `${path} ${size} ${words.join('&')}`.slice(0, LONGEST_SHAPE)
}

function membersOf(body: string): readonly (readonly [string, string])[] {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return []
    return Object.entries(parsed).map(([name, held]) => [name, typeof held === 'string' ? held : JSON.stringify(held)])
  } catch {
    return [...new URLSearchParams(body)]
  }
}

/** Values as JSON or SQL writes them are left out, names are kept. */
function skeleton(text: string): string {
  const size = Math.ceil(Math.log2(text.length + 1))
  const words = text
    .slice(0, LONGEST_READ)
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/"[^"]*"(?!\s*:)(?=\s*[,\]}])/g, '""')
    .replaceAll(/\d+/g, '0')
  return `${size} ${words.slice(0, LONGEST_WORDS)}`
}

const LONGEST_READ = 2000
const LONGEST_WORDS = 300
const LONGEST_SHAPE = 1500

/**
 * The names of the tables that a statement reads, each once, for titles and hints. By the form of its text alone: tabs are
 * drawn with the first view, for which `tablesNamed.ts` would be too large.
 */
export function tablesRead(sql: string): readonly string[] {
  const text = sql.replaceAll(NO_TABLES, ' ')
  const read = [...text.matchAll(TABLE)].map(({ groups }) => nameIn(groups?.['name'] ?? ''))
  const named = new Set([...text.matchAll(PART)].map(({ groups }) => nameIn(groups?.['name'] ?? '')))
  return [...new Set(read)].filter((name) => !named.has(name))
}

const NAME = String.raw`(?<name>"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`

const TABLE = new RegExp(String.raw`\b(?:from|join)\s+(?:only\s+)?${NAME}(?![\p{L}\p{N}_$]|\s*\()`, 'giu')

/** Literals, comments, and what else has a FROM. */
const NO_TABLES =
  /'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\/|\bdistinct\s+from\b|\b(?:extract|overlay|position|substring|trim)\s*\([^()]*\)/gi

/** Statements of WITH. */
const PART = new RegExp(
  String.raw`(?:\bwith(?:\s+recursive)?|,)\s*${NAME}\s+as\s+(?:(?:not\s+)?materialized\s+)?\(`,
  'giu',
)

function nameIn(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase()
}

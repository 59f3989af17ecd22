/** A column's name as the service takes it, and as the file has it. */
export interface CleanName {
  readonly name: string
  readonly written: string
}

/**
 * Names that DataStore columns may have, in the order of the header: no double quote, no `_` or white space
 * at the start, at most 63 bytes, none empty, none of PostgreSQL's own, each once (CKAN's rules, PostgreSQL's length).
 * A name that needs no cleaning stays, wherever it stands in the header; those that were cleaned move aside.
 */
export function cleanNames(header: readonly (string | null)[]): readonly CleanName[] {
  const taken = new Set(SYSTEM_COLUMNS)
  const kept = header.map((cell) => {
    if (cell === null || cell === '' || cleanName(cell) !== cell || taken.has(cell)) return null
    taken.add(cell)
    return cell
  })
  return header.map((cell, place) => {
    const written = cell ?? ''
    const keptName = kept[place]
    if (keptName !== null && keptName !== undefined) return { name: keptName, written }
    const cleaned = cleanName(written) || `column_${place + 1}`
    let name = cleaned
    for (let number = 2; taken.has(name); number += 1) name = `${cut(cleaned, 63 - `_${number}`.length)}_${number}`
    taken.add(name)
    return { name, written }
  })
}

/** Why a name that was typed can't be a column's: it is empty, another column has it, PostgreSQL keeps it for itself, or the service won't take it. */
export type NameProblem = 'empty' | 'taken' | 'reserved' | 'notAllowed'

/** What is wrong with a name that was typed; null if nothing is. */
export function nameProblem(name: string, others: readonly string[]): NameProblem | null {
  if (name.trim() === '') return 'empty'
  if (others.includes(name)) return 'taken'
  if (SYSTEM_COLUMNS.includes(name)) return 'reserved'
  return cleanName(name) === name ? null : 'notAllowed'
}

/** A name for a table, made from the name of its file. */
export function tableName(fileName: string): string {
  const base = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').toLowerCase()
  const words = base.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '')
  return cut(words.replace(/^pg_/, ''), 63)
}

/** The columns that each table of PostgreSQL has by itself; in capitals they are free. */
const SYSTEM_COLUMNS: readonly string[] = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']

function cleanName(written: string): string {
  const plain = written.replaceAll('"', '').replaceAll(/[\p{Cc}\s]+/gu, ' ')
  return cut(plain.replace(/^[_\s]+/, '').trim(), 63).trim()
}

/** At most that many bytes of UTF-8; no character is cut in two. */
function cut(text: string, bytes: number): string {
  const encoder = new TextEncoder()
  let length = 0
  let kept = ''
  for (const character of text) {
    length += encoder.encode(character).length
    if (length > bytes) break
    kept += character
  }
  return kept
}

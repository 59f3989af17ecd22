import list from './sqlFunctions.txt?raw'

/** The names in a file of functions: what a line holds before `#`. Throws an `Error` at a line that is no name. */
export function functionNames(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const name = (line.split('#', 1)[0] ?? '').trim()
    if (name === '') continue
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`line ${index + 1} is not the name of a function: ${name}`)
    names.add(name)
  }
  return names
}

/** The functions that Rowan's `datastore_search_sql` may call, unless its administrator says otherwise. */
export const sqlFunctions: ReadonlySet<string> = functionNames(list)

/** The names, with a number after one that stood before: `a`, `a_2`. `within` shortens a name to what a format takes. */
export function uniqueNames(
  names: readonly string[],
  within: (name: string, end: string) => string = (name, end) => name + end,
): readonly string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    let unique = within(name, '')
    for (let number = 2; seen.has(unique) || (unique !== name && taken.has(unique)); number += 1)
      unique = within(name, `_${number}`)
    seen.add(unique)
    return unique
  })
}

/** One signature of a function of PostgreSQL, in the catalogue's own words. */
export interface SqlFunction {
  readonly name: string
  readonly kind: 'function' | 'aggregate' | 'window'
  /** `string text, pattern text`; output columns as `OUT key text`. */
  readonly arguments: string
  readonly result: string
  readonly sentence: string
}

/** Reads `functions.json`: a line for each signature, its parts separated by tabs. */
export function functionsOf(lines: readonly string[]): readonly SqlFunction[] {
  return lines.map((line) => {
    const [name = '', kind = '', list = '', result = '', sentence = ''] = line.split('\t')
    return {
      name,
      kind: kind === 'a' ? 'aggregate' : kind === 'w' ? 'window' : 'function',
      arguments: list,
      result,
      sentence,
    }
  })
}

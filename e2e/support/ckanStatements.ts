import { allowedFunctions } from '../../src/service/admission/allowedFunctions.ts'

/** What CKAN would refuse in the text of a statement, as it finds functions, parameters and further statements there. */
export function refusedByCkan(sql: string): readonly string[] {
  // A quote inside a literal begins no name.
  const names = sql.replaceAll(/"(?:[^"]|"")*"|E?'(?:[^']|'')*'/g, (text) => (text.startsWith('"') ? '""' : text))
  const text = names.replaceAll(/E?'(?:[^']|'')*'/g, `''`)
  const called = [...text.matchAll(/(\w+)\(/g)].map(([, name = '']) => name.toLowerCase())
  return [
    ...called.filter((name) => !allowedFunctions.has(name)),
    ...(text.match(/;|--|\\'/g) ?? []),
    ...(names.match(/(?<![\w\\:]):\w/g) ?? []),
  ]
}

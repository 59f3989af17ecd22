import { addressOfCall, CUT_ANSWER, onlyBody, repeatsBy, ROWS_AT_ONCE, SAME_AGAIN, WHY_ONCE } from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'

/** JavaScript with `fetch`, as a module for Node or a browser. */
export const javascript = {
  id: 'javascript',
  write: (asking) => {
    const { call, limit, tokenHeader } = asking
    const isSql = call.action === 'datastore_search_sql'
    const headers = [
      `'Content-Type': 'application/json'`,
      ...(tokenHeader === null ? [] : [`${name(tokenHeader)}: process.env.${TOKEN_VARIABLE}`]),
    ]
    if (isSql && onlyBody(call) !== null)
      return `// ${WHY_ONCE}
const response = await fetch(${quoted(addressOfCall(asking))}, {
  method: 'POST',
  headers: { ${headers.join(', ')} },
  body: JSON.stringify({ sql: ${template(call.sql)} }),
})
if (!response.ok) throw new Error(await response.text())
const { result } = await response.json()
if (result.records_truncated) throw new Error(${quoted(CUT_ANSWER)})
console.log(result.records)
`
    const page = `Math.min(${ROWS_AT_ONCE}, limit - records.length)`
    const body = isSql
      ? `{ sql: \`\${sql}\\nLIMIT \${${page}} OFFSET \${records.length}\` }`
      : `{ ...params, limit: ${page}, offset: records.length }`
    const by = repeatsBy(asking)
    const first = by === 'id' ? 'result.records[0]._id' : 'JSON.stringify(result.records)'
    const isMore = by === 'id' ? '' : ' && !(result.total > records.length)'
    const check =
      by === null
        ? ''
        : `  const first = ${first}
  if (first === last${isMore}) throw new Error(${quoted(SAME_AGAIN)})
  last = first
`
    return `const url = ${quoted(addressOfCall(asking))}
${isSql ? `const sql = ${template(call.sql)}` : `const params = ${value(call.params, '')}`}
const limit = ${limit ?? 'Infinity'}

const records = []
${by === null ? '' : 'let last\n'}while (records.length < limit) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ${headers.join(', ')} },
    body: JSON.stringify(${body}),
  })
  if (!response.ok) throw new Error(await response.text())
  const { result } = await response.json()
  if (result.records.length === 0) break
${check}  records.push(...result.records)
}
console.log(records)
`
  },
} as const satisfies Code

function quoted(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
}

function template(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`).replaceAll('\r', String.raw`\r`)}\``
}

function name(text: string): string {
  // Without brackets it would be the prototype.
  if (text === '__proto__') return "['__proto__']"
  return /^[a-z_$][\w$]*$/i.test(text) ? text : quoted(text)
}

function value(json: unknown, indent: string): string {
  if (typeof json === 'string') return quoted(json)
  if (Array.isArray(json)) return `[${json.map((each) => value(each, indent)).join(', ')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const members = Object.entries(json).map(([key, each]) => `${indent}  ${name(key)}: ${value(each, `${indent}  `)},\n`)
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}

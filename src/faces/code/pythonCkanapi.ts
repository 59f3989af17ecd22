import { ROWS_AT_ONCE } from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'
import { pythonLines, pythonText, pythonValue } from './pythonText.ts'

/** Python with the package ckanapi, which knows CKAN's own address of actions and header. */
export const pythonCkanapi = {
  id: 'pythonCkanapi',
  write: ({ baseUrl, call, limit, tokenHeader }) => {
    const isSql = call.action === 'datastore_search_sql'
    const key = tokenHeader === null ? '' : `, apikey=os.environ["${TOKEN_VARIABLE}"]`
    const page = limit === null ? String(ROWS_AT_ONCE) : `min(${ROWS_AT_ONCE}, LIMIT - len(records))`
    const body = isSql
      ? `{"sql": f"{SQL}\\nLIMIT {page} OFFSET {len(records)}"}`
      : `{**PARAMS, "limit": page, "offset": len(records)}`
    return `${tokenHeader === null ? '' : 'import os\n\n'}from ckanapi import RemoteCKAN

${isSql ? `SQL = ${pythonLines(call.sql)}` : `PARAMS = ${pythonValue(call.params, '')}`}
${limit === null ? '' : `LIMIT = ${limit}\n`}
records = []
with RemoteCKAN(${pythonText(baseUrl)}${key}) as ckan:
    while ${limit === null ? 'True' : 'len(records) < LIMIT'}:
        page = ${page}
        found = ckan.call_action(${pythonText(call.action)}, ${body})["records"]
        if not found:
            break
        records += found

print(len(records), "records")
`
  },
} as const satisfies Code

import { CUT_ANSWER, onlyBody, ROWS_AT_ONCE, WHY_ONCE } from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'
import { pythonLines, pythonRepeatCheck, pythonText, pythonValue } from './pythonText.ts'

/** Python with the package ckanapi, which knows CKAN's own address of actions and header. */
export const pythonCkanapi = {
  id: 'pythonCkanapi',
  write: (asking) => {
    const { baseUrl, call, limit, tokenHeader } = asking
    const isSql = call.action === 'datastore_search_sql'
    const key = tokenHeader === null ? '' : `, apikey=os.environ["${TOKEN_VARIABLE}"]`
    const imports = `${tokenHeader === null ? '' : 'import os\n\n'}from ckanapi import RemoteCKAN`
    if (isSql && onlyBody(call) !== null)
      return `${imports}

SQL = ${pythonLines(call.sql)}

# ${WHY_ONCE}
with RemoteCKAN(${pythonText(baseUrl)}${key}) as ckan:
    result = ckan.call_action(${pythonText(call.action)}, {"sql": SQL})
if result.get("records_truncated"):
    raise SystemExit(${pythonText(CUT_ANSWER)})
records = result["records"]

print(len(records), "records")
`
    const page = limit === null ? String(ROWS_AT_ONCE) : `min(${ROWS_AT_ONCE}, LIMIT - len(records))`
    const body = isSql
      ? `{"sql": f"{SQL}\\nLIMIT {page} OFFSET {len(records)}"}`
      : `{**PARAMS, "limit": page, "offset": len(records)}`
    const check = pythonRepeatCheck(asking, '        ')
    return `${imports}

${isSql ? `SQL = ${pythonLines(call.sql)}` : `PARAMS = ${pythonValue(call.params, '')}`}
${limit === null ? '' : `LIMIT = ${limit}\n`}
records = []
${check === '' ? '' : 'last = None\n'}with RemoteCKAN(${pythonText(baseUrl)}${key}) as ckan:
    while ${limit === null ? 'True' : 'len(records) < LIMIT'}:
        page = ${page}
        result = ckan.call_action(${pythonText(call.action)}, ${body})
        found = result["records"]
        if not found:
            break
${check}        records += found

print(len(records), "records")
`
  },
} as const satisfies Code

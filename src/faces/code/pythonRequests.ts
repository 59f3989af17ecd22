import { addressOfCall, CUT_ANSWER, onlyBody, ROWS_AT_ONCE, WHY_ONCE } from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'
import { pythonLines, pythonRepeatCheck, pythonText, pythonValue } from './pythonText.ts'

/** Python with the package requests. Decimals keep their digits. */
export const pythonRequests = {
  id: 'pythonRequests',
  write: (asking) => {
    const { call, limit, tokenHeader } = asking
    const isSql = call.action === 'datastore_search_sql'
    const headers =
      tokenHeader === null ? '' : `HEADERS = {${pythonText(tokenHeader)}: os.environ["${TOKEN_VARIABLE}"]}\n`
    const sent = `json=body${tokenHeader === null ? '' : ', headers=HEADERS'}`
    const imports = `${tokenHeader === null ? '' : 'import os\n'}from decimal import Decimal\n\nimport requests`
    if (isSql && onlyBody(call) !== null)
      return `${imports}

URL = ${pythonText(addressOfCall(asking))}
${headers}SQL = ${pythonLines(call.sql)}

# ${WHY_ONCE}
body = {"sql": SQL}
response = requests.post(URL, ${sent})
response.raise_for_status()
result = response.json(parse_float=Decimal)["result"]
if result.get("records_truncated"):
    raise SystemExit(${pythonText(CUT_ANSWER)})
records = result["records"]

print(len(records), "records")
`
    const page = limit === null ? String(ROWS_AT_ONCE) : `min(${ROWS_AT_ONCE}, LIMIT - len(records))`
    const body = isSql
      ? `{"sql": f"{SQL}\\nLIMIT {page} OFFSET {len(records)}"}`
      : `{**PARAMS, "limit": page, "offset": len(records)}`
    const check = pythonRepeatCheck(asking, '    ')
    return `${imports}

URL = ${pythonText(addressOfCall(asking))}
${headers}${isSql ? `SQL = ${pythonLines(call.sql)}` : `PARAMS = ${pythonValue(call.params, '')}`}
${limit === null ? '' : `LIMIT = ${limit}\n`}
records = []
${check === '' ? '' : 'last = None\n'}while ${limit === null ? 'True' : 'len(records) < LIMIT'}:
    page = ${page}
    body = ${body}
    response = requests.post(URL, ${sent})
    response.raise_for_status()
    result = response.json(parse_float=Decimal)["result"]
    found = result["records"]
    if not found:
        break
${check}    records += found

print(len(records), "records")
`
  },
} as const satisfies Code

import { addressOfCall, ROWS_AT_ONCE } from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'
import { pythonLines, pythonText, pythonValue } from './pythonText.ts'

/** Python with the package requests. Decimals keep their digits. */
export const pythonRequests = {
  id: 'pythonRequests',
  write: (asking) => {
    const { call, limit, tokenHeader } = asking
    const isSql = call.action === 'datastore_search_sql'
    const headers =
      tokenHeader === null ? '' : `HEADERS = {${pythonText(tokenHeader)}: os.environ["${TOKEN_VARIABLE}"]}\n`
    const page = limit === null ? String(ROWS_AT_ONCE) : `min(${ROWS_AT_ONCE}, LIMIT - len(records))`
    const body = isSql
      ? `{"sql": f"{SQL}\\nLIMIT {page} OFFSET {len(records)}"}`
      : `{**PARAMS, "limit": page, "offset": len(records)}`
    return `${tokenHeader === null ? '' : 'import os\n'}from decimal import Decimal

import requests

URL = ${pythonText(addressOfCall(asking))}
${headers}${isSql ? `SQL = ${pythonLines(call.sql)}` : `PARAMS = ${pythonValue(call.params, '')}`}
${limit === null ? '' : `LIMIT = ${limit}\n`}
records = []
while ${limit === null ? 'True' : 'len(records) < LIMIT'}:
    page = ${page}
    body = ${body}
    response = requests.post(URL, json=body${tokenHeader === null ? '' : ', headers=HEADERS'})
    response.raise_for_status()
    found = response.json(parse_float=Decimal)["result"]["records"]
    if not found:
        break
    records += found

print(len(records), "records")
`
  },
} as const satisfies Code

import { addressOfCall, CUT_ANSWER, onlyBody, repeatsBy, ROWS_AT_ONCE, SAME_AGAIN, WHY_ONCE } from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'

/** PowerShell, from 5.1 on. The body is put together as text: from JSON it would make other dates and names. */
export const powershell = {
  id: 'powershell',
  write: (asking) => {
    const { call, limit, tokenHeader } = asking
    const isSql = call.action === 'datastore_search_sql'
    const members = isSql ? '' : JSON.stringify(call.params, null, 2).slice(2, -2)
    const headers = tokenHeader === null ? '' : `$headers = @{ ${psText(tokenHeader)} = $env:${TOKEN_VARIABLE} }\n`
    const ask = (margin: string) => `${margin}$bytes = [Text.Encoding]::UTF8.GetBytes($body)
${margin}$answer = Invoke-RestMethod -Method Post -Uri $url -ContentType 'application/json' -Body $bytes${tokenHeader === null ? '' : ' -Headers $headers'}`
    if (isSql && onlyBody(call) !== null)
      return `$url = ${psText(addressOfCall(asking))}
${headers}$sql = ${psText(call.sql)}

# ${WHY_ONCE}
$body = @{ sql = $sql } | ConvertTo-Json
${ask('')}
if ($answer.result.records_truncated) { throw ${psText(CUT_ANSWER)} }
$answer.result.records
`
    const page = limit === null ? String(ROWS_AT_ONCE) : `[Math]::Min(${ROWS_AT_ONCE}, $limit - $records.Count)`
    const body = isSql
      ? '@{ sql = "$sql`nLIMIT $page OFFSET $($records.Count)" } | ConvertTo-Json'
      : '"{ $params, `"limit`": $page, `"offset`": $($records.Count) }"'
    const by = repeatsBy(asking)
    const first =
      by === 'id' ? '[string]$answer.result.records[0]._id' : '$answer.result.records | ConvertTo-Json -Depth 20'
    const isMore = by === 'id' ? '' : ' -and -not ($answer.result.total -gt $records.Count)'
    const check =
      by === null
        ? ''
        : `    $first = ${first}
    if ($first -ceq $last${isMore}) { throw ${psText(SAME_AGAIN)} }
    $last = $first
`
    return `$url = ${psText(addressOfCall(asking))}
${headers}${isSql ? `$sql = ${psText(call.sql)}` : `$params = @'\n${members}\n'@`}
${limit === null ? '' : `$limit = ${limit}\n`}
$records = [System.Collections.Generic.List[object]]::new()
${by === null ? '' : '$last = $null\n'}while (${limit === null ? '$true' : '$records.Count -lt $limit'}) {
    $page = ${page}
    $body = ${body}
${ask('    ')}
    if ($answer.result.records.Count -eq 0) { break }
${check}    $records.AddRange([object[]]$answer.result.records)
}
$records
`
  },
} as const satisfies Code

/** A single quote is doubled; typographic ones count as such. */
function psText(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`
}

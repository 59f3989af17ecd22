import {
  addressOfCall,
  bodyPieces,
  CUT_ANSWER,
  onlyBody,
  repeatsBy,
  ROWS_AT_ONCE,
  SAME_AGAIN,
  WHY_ONCE,
  type Asking,
} from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'

/**
 * curl in a shell of POSIX. Answers are saved as they come, so numbers keep their digits; jq only counts the records, as
 * servers may give fewer than were asked for.
 */
export const curl = {
  id: 'curl',
  write: (asking) => {
    const { call, limit, tokenHeader } = asking
    const only = onlyBody(call)
    if (only !== null) return once(asking, only)
    const [start, between, end] = bodyPieces(call)
    const head =
      limit === null
        ? shellText(`${start}${ROWS_AT_ONCE}${between}`)
        : `${shellText(start)}"$page"${shellText(between)}`
    const body = `${head}"$offset"${shellText(end)}`
    const token = tokenText(tokenHeader)
    const step = `
  page=$(( limit - offset < ${ROWS_AT_ONCE} ? limit - offset : ${ROWS_AT_ONCE} ))`
    const by = repeatsBy(asking)
    const first =
      by === 'id'
        ? `jq -c '.result.records[0]._id' "page-$offset.json"`
        : `jq -c '.result.records' "page-$offset.json" | cksum`
    const isMore =
      by === 'id'
        ? ''
        : ` && [ "$(jq --argjson offset "$offset" '.result.total > $offset' "page-$offset.json")" != true ]`
    const check =
      by === null
        ? ''
        : `  first=$(${first})
  if [ "$first" = "$last" ]${isMore}; then
    echo ${shellText(SAME_AGAIN)} >&2
    exit 1
  fi
  last=$first
`
    return `# The answers are saved as page-0.json and so on; jq counts their records.
offset=0
${by === null ? '' : 'last=\n'}${limit === null ? 'while :; do' : `limit=${limit}\nwhile [ "$offset" -lt "$limit" ]; do${step}`}
  curl -sS -f -o "page-$offset.json" ${shellText(addressOfCall(asking))} \\
    -H 'Content-Type: application/json'${token} \\
    -d ${body} || exit 1
  count=$(jq '.result.records | length' "page-$offset.json")
  [ "$count" -gt 0 ] || break
${check}  offset=$((offset + count))
done
echo "$offset records"
`
  },
} as const satisfies Code

function once(asking: Asking, body: string): string {
  return `# ${WHY_ONCE}
curl -sS -f -o page-0.json ${shellText(addressOfCall(asking))} \\
  -H 'Content-Type: application/json'${tokenText(asking.tokenHeader)} \\
  -d ${shellText(body)} || exit 1
if [ "$(jq '.result.records_truncated' page-0.json)" = true ]; then
  echo ${shellText(CUT_ANSWER)} >&2
  exit 1
fi
jq -r '"\\(.result.records | length) records"' page-0.json
`
}

function tokenText(tokenHeader: string | null): string {
  return tokenHeader === null ? '' : ` -H "${shellInside(tokenHeader)}: $${TOKEN_VARIABLE}"`
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function shellInside(text: string): string {
  return text.replaceAll(/["$\\`]/g, String.raw`\$&`)
}

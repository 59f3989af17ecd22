import { addressOfCall, bodyPieces, ROWS_AT_ONCE } from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'

/**
 * curl in a shell of POSIX. Answers are saved as they come, so numbers keep their digits; jq only counts the records, as
 * servers may give fewer than were asked for.
 */
export const curl = {
  id: 'curl',
  write: (asking) => {
    const { call, limit, tokenHeader } = asking
    const [start, between, end] = bodyPieces(call)
    const head =
      limit === null
        ? shellText(`${start}${ROWS_AT_ONCE}${between}`)
        : `${shellText(start)}"$page"${shellText(between)}`
    const body = `${head}"$offset"${shellText(end)}`
    const token = tokenHeader === null ? '' : ` -H "${shellInside(tokenHeader)}: $${TOKEN_VARIABLE}"`
    const step = `
  page=$(( limit - offset < ${ROWS_AT_ONCE} ? limit - offset : ${ROWS_AT_ONCE} ))`
    return `# The answers are saved as page-0.json and so on; jq counts their records.
offset=0
${limit === null ? 'while :; do' : `limit=${limit}\nwhile [ "$offset" -lt "$limit" ]; do${step}`}
  curl -sS -f -o "page-$offset.json" ${shellText(addressOfCall(asking))} \\
    -H 'Content-Type: application/json'${token} \\
    -d ${body} || exit 1
  count=$(jq '.result.records | length' "page-$offset.json")
  [ "$count" -gt 0 ] || break
  offset=$((offset + count))
done
echo "$offset records"
`
  },
} as const satisfies Code

function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function shellInside(text: string): string {
  return text.replaceAll(/["$\\`]/g, String.raw`\$&`)
}

import { addressOfCall, CUT_ANSWER, onlyBody, repeatsBy, ROWS_AT_ONCE, SAME_AGAIN, WHY_ONCE } from '../call.ts'
import { TOKEN_VARIABLE, type Code } from './code.ts'

/** R with httr2 and jsonlite. Whole numbers that R can't hold come as text. */
export const r = {
  id: 'r',
  write: (asking) => {
    const { call, limit, tokenHeader } = asking
    const isSql = call.action === 'datastore_search_sql'
    const members = isSql ? '' : JSON.stringify(call.params, null, 2).slice(1, -2)
    const header =
      tokenHeader === null ? '' : `\n    req_headers(${rName(tokenHeader)} = Sys.getenv("${TOKEN_VARIABLE}")) |>`
    const perform = `${header}
    req_body_raw(body, type = "application/json") |>
    req_perform() |>
    resp_body_string() |>
    fromJSON(bigint_as_char = TRUE)`
    if (isSql && onlyBody(call) !== null)
      return `library(httr2)
library(jsonlite)

sql <- ${rRaw(call.sql)}
body <- toJSON(list(sql = sql), auto_unbox = TRUE)

# ${WHY_ONCE}
answer <- request(${rText(addressOfCall(asking))}) |>${perform}
if (isTRUE(answer$result$records_truncated)) stop(${rText(CUT_ANSWER)})
records <- answer$result$records
`
    const [page, offset] = [`min(${ROWS_AT_ONCE}, limit - count)`, 'count']
    const body = isSql
      ? `toJSON(list(sql = paste0(sql, sprintf("\\nLIMIT %.0f OFFSET %.0f", ${page}, ${offset}))), auto_unbox = TRUE)`
      : `paste0("{", params, sprintf(', "limit": %.0f, "offset": %.0f}', ${page}, ${offset}))`
    const by = repeatsBy(asking)
    const isMore = by === 'id' ? '' : ' && !isTRUE(answer$result$total > count)'
    const check =
      by === null
        ? ''
        : `  first <- ${by === 'id' ? 'records[["_id"]][1]' : 'records'}
  if (identical(first, last)${isMore}) stop(${rText(SAME_AGAIN)})
  last <- first
`
    return `library(httr2)
library(jsonlite)

url <- ${rText(addressOfCall(asking))}
${isSql ? `sql <- ${rRaw(call.sql)}` : `params <- ${rRaw(members)}`}
limit <- ${limit ?? 'Inf'}

pages <- list()
count <- 0
${by === null ? '' : 'last <- NULL\n'}while (count < limit) {
  body <- ${body}
  answer <- request(url) |>${perform}
  records <- answer$result$records
  if (length(records) == 0) break
${check}  pages <- c(pages, list(records))
  count <- count + nrow(records)
}
records <- rbind_pages(pages)
`
  },
} as const satisfies Code

function rText(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`
}

/** A raw string with as many dashes as it takes that nothing in the text can end it. */
function rRaw(text: string): string {
  const longest = Math.max(-1, ...[...text.matchAll(/\)(-*)"/g)].map(([, dashes = '']) => dashes.length))
  const dashes = '-'.repeat(longest + 1)
  return `r"${dashes}(${text})${dashes}"`
}

function rName(name: string): string {
  return /^[a-z][\w.]*$/i.test(name) ? name : `\`${name.replaceAll(/[\\`]/g, String.raw`\$&`)}\``
}

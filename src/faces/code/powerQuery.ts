import { addressOfCall, bodyPieces, ROWS_AT_ONCE } from '../call.ts'
import type { Code } from './code.ts'

/** Power Query (M) for Excel and Power BI. It can't read the environment, so the token has a place at the top. */
export const powerQuery = {
  id: 'powerQuery',
  write: (asking) => {
    const { call, limit, tokenHeader, columns } = asking
    const [start, between, end] = bodyPieces(call)
    const token = tokenHeader === null ? '' : '\n    Token = "YOUR_TOKEN",'
    const header = tokenHeader === null ? '' : `, ${mName(tokenHeader)} = Token`
    const size = limit === null ? String(ROWS_AT_ONCE) : `List.Min({${ROWS_AT_ONCE}, Limit - offset})`
    const more = limit === null ? 'GetPage(offset)' : 'if offset < Limit then GetPage(offset) else {}'
    return `let
    Url = ${mText(addressOfCall(asking))},${token}${limit === null ? '' : `\n    Limit = ${limit},`}
    GetPage = (offset as number) as list =>
        let
            Size = ${size},
            Body = ${mText(start)} & Text.From(Size, "en-US") & ${mText(between)} & Text.From(offset, "en-US") & ${mText(end)},
            Answer = Web.Contents(Url, [
                Headers = [#"Content-Type" = "application/json"${header}],
                Content = Text.ToBinary(Body)
            ])
        in
            Json.Document(Answer)[result][records],
    NextPage = (offset as number) as list => ${more},
    Pages = List.Generate(
        () => [Records = NextPage(0), Count = List.Count(Records)],
        each not List.IsEmpty([Records]),
        (before) => [Records = NextPage(before[Count]), Count = before[Count] + List.Count(Records)],
        each [Records]
    ),
    Columns = {${columns.map((column) => mText(column)).join(', ')}}
in
    Table.FromRecords(List.Combine(Pages), Columns, MissingField.UseNull)
`
  },
} as const satisfies Code

/** Quotes are doubled, and what would begin an escape is one itself. */
function mText(text: string): string {
  return `"${text.replaceAll('#(', '#(#)(').replaceAll('"', '""')}"`
}

function mName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `#${mText(name)}`
}

import {
  addressOfCall,
  bodyPieces,
  CUT_ANSWER,
  onlyBody,
  repeatsBy,
  ROWS_AT_ONCE,
  SAME_AGAIN,
  WHY_ONCE,
} from '../call.ts'
import type { Code } from './code.ts'

/** Power Query (M) for Excel and Power BI. It can't read the environment, so the token has a place at the top. */
export const powerQuery = {
  id: 'powerQuery',
  write: (asking) => {
    const { call, limit, tokenHeader, columns } = asking
    const [start, between, end] = bodyPieces(call)
    const token = tokenHeader === null ? '' : '\n    Token = "YOUR_TOKEN",'
    const header = tokenHeader === null ? '' : `, ${mName(tokenHeader)} = Token`
    const only = onlyBody(call)
    const names = `{${columns.map((column) => mText(column)).join(', ')}}`
    if (only !== null)
      return `let
    // ${WHY_ONCE}
    Url = ${mText(addressOfCall(asking))},${token}
    Body = ${mText(only)},
    Answer = Web.Contents(Url, [
        Headers = [#"Content-Type" = "application/json"${header}],
        Content = Text.ToBinary(Body)
    ]),
    Result = Json.Document(Answer)[result],
    IsCut = Record.FieldOrDefault(Result, "records_truncated", false),
    Records = if IsCut then error ${mText(CUT_ANSWER)} else Result[records],
    Columns = ${names}
in
    Table.FromRecords(Records, Columns, MissingField.UseNull)
`
    const size = limit === null ? String(ROWS_AT_ONCE) : `List.Min({${ROWS_AT_ONCE}, Limit - offset})`
    const more = limit === null ? 'GetPage(offset)' : 'if offset < Limit then GetPage(offset) else [records = {}]'
    const by = repeatsBy(asking)
    const isSame =
      by === 'id'
        ? 'page[records]{0}[_id] = before[records]{0}[_id]'
        : 'page[records] = before[records] and not (Record.FieldOrDefault(page, "total", 0) > count)'
    const checked =
      by === null
        ? 'page'
        : `if not List.IsEmpty(page[records]) and ${isSame} then error ${mText(SAME_AGAIN)} else page`
    return `let
    Url = ${mText(addressOfCall(asking))},${token}${limit === null ? '' : `\n    Limit = ${limit},`}
    GetPage = (offset as number) as record =>
        let
            Size = ${size},
            Body = ${mText(start)} & Text.From(Size, "en-US") & ${mText(between)} & Text.From(offset, "en-US") & ${mText(end)},
            Answer = Web.Contents(Url, [
                Headers = [#"Content-Type" = "application/json"${header}],
                Content = Text.ToBinary(Body)
            ])
        in
            Json.Document(Answer)[result],
    PageAt = (offset as number) as record => ${more},
    NextPage = (before as record, count as number) as record =>
        let page = PageAt(count) in ${checked},
    Pages = List.Generate(
        () => [Page = PageAt(0), Count = List.Count(Page[records])],
        each not List.IsEmpty([Page][records]),
        (before) => [
            Page = NextPage(before[Page], before[Count]),
            Count = before[Count] + List.Count(Page[records])
        ],
        each [Page][records]
    ),
    Columns = ${names}
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

import { jsonElements, jsonKind, jsonMembers, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { fieldsJson, guarded, headerName, pickShown, recordsOf, shownName, stretchOf, type Shown } from './answer.ts'
import { readTable, type Connection, type Table } from '../catalog/catalog.ts'
import { searchRefusal } from '../sql/databaseError.ts'
import { flag, names, natural, plainText, resourceId, type Params } from '../http/params.ts'
import { invalid } from '../refusal.ts'
import { planSearch, readSearchQuery, type Search } from './searchQuery.ts'
import { conditions, sql, statement, trusted, value } from '../sql/statement.ts'

/** Records per statement. Each page is a statement of its own, so a slow reader holds no connection. */
const PAGE_ROWS = 5_000

/** How to write a dump in one format: what comes before, between and after the records. */
interface Format {
  readonly extension: string
  readonly contentType: string
  /** The format in which the database gives the records; `text` turns it into the file's text. */
  readonly records: 'csv' | 'tsv' | 'lists'
  opening(items: readonly Shown[]): string
  text(records: JsonText, items: readonly Shown[], first: boolean): string
  readonly closing: string
}

/**
 * `/datastore/dump/{id}` (protocol/README.md P34): streams all records of a search as a file. Fetches the first page before
 * responding, so that a refusal still gets its own status.
 */
export async function dump(database: Connection, params: Params): Promise<Response> {
  const format = FORMATS[readFormat(params)]
  const query = readSearchQuery(params)
  const distinct = flag(params, 'distinct', false)
  const limit = natural(params, 'limit', () => ['Must be a natural number'])
  const offset = natural(params, 'offset', (digits) => [`invalid value "${digits}"`])
  const table = await readTable(database, resourceId(params))
  const search = planSearch({ ...query, sort: query.sort.length === 0 && !distinct ? ['_id'] : query.sort }, table)
  const picked = pickShown(table, search, names(params, 'fields'))
  const items = flag(params, 'guard_formulas', false) ? guarded(picked) : picked
  const pages = readPages(database, table, search, {
    items,
    distinct,
    records: format.records,
    limit: limit === null ? Infinity : Number(limit),
    offset: Number(offset ?? 0),
  })

  const encoder = new TextEncoder()
  const firstPage = await pages.next()
  const bom = flag(params, 'bom', false) ? '\uFEFF' : ''
  let waiting: IteratorResult<JsonText> | null = firstPage
  let first = true
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(bom + format.opening(items)))
    },
    async pull(controller) {
      const page = waiting ?? (await pages.next())
      waiting = null
      if (page.done) {
        if (format.closing !== '') controller.enqueue(encoder.encode(format.closing))
        controller.close()
        return
      }
      controller.enqueue(encoder.encode(format.text(page.value, items, first)))
      first = false
    },
    async cancel() {
      await pages.return(undefined)
    },
  })
  const fileName = `${table.id.replaceAll(/[^\w.-]/g, '_')}.${format.extension}`
  return new Response(body, {
    headers: {
      'content-type': format.contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  })
}

interface Pages {
  readonly items: readonly Shown[]
  readonly distinct: boolean
  readonly records: Format['records']
  readonly limit: number
  readonly offset: number
}

/** The records page by page: after the last `_id` if that is the order, or else by offset. */
async function* readPages(
  database: Connection,
  table: Table,
  search: Search,
  { items, distinct, records, limit, offset }: Pages,
): AsyncGenerator<JsonText, void, void> {
  const keyset = search.byId !== null && !distinct
  // Text in the list of tables.
  const idType = table.columns[0]?.cast
  let last: string | null = null
  for (let done = 0; done < limit; done += PAGE_ROWS) {
    const beyond = trusted(search.byId === 'desc' ? '<' : '>')
    const where: Search['where'] =
      last === null ? search.where : conditions([search.where, sql`t."_id" ${beyond} ${value(last, idType)}`], 'and')
    const rows = stretchOf(
      table,
      { ...search, where },
      {
        items,
        distinct,
        limit: String(Math.min(PAGE_ROWS, limit - done)),
        offset: String(last === null ? offset + (keyset ? 0 : done) : 0),
      },
    )
    const end = keyset ? [sql`${trusted(search.byId === 'desc' ? 'min' : 'max')}(t."_id")::text`] : []
    const asked = statement(recordsOf(items, search, records, rows, [sql`count(*)::text`, ...end]))
    const found = await database.query(asked).catch((error: unknown) => {
      throw searchRefusal(error, asked)
    })
    const [text, count, lastId] = found.rows[0] ?? []
    if (!text || count === '0') return
    yield text
    if (Number(count) < PAGE_ROWS) return
    last = lastId ?? null
  }
}

function readFormat(params: Params): keyof typeof FORMATS {
  const asked = plainText(params, 'format') || 'csv'
  if (asked === 'csv' || asked === 'tsv' || asked === 'json' || asked === 'xml') return asked
  throw invalid({ format: ["Value must be one of ['csv', 'tsv', 'json', 'xml']"] })
}

function separated(extension: 'csv' | 'tsv', separator: string): Format {
  const special = new RegExp(`[${separator}"\\n\\r]`)
  const quoted = (name: string) => (special.test(name) ? `"${name.replaceAll('"', '""')}"` : name)
  return {
    extension,
    contentType: extension === 'csv' ? 'text/csv;charset=utf-8' : 'text/tab-separated-values;charset=utf-8',
    records: extension,
    // The header line ends in CRLF, the others in LF (protocol/README.md P35).
    opening: (items) => `${items.map((item) => quoted(headerName(item))).join(separator)}\r\n`,
    text: jsonToPlain,
    closing: '',
  }
}

const FORMATS = {
  csv: separated('csv', ','),
  tsv: separated('tsv', '\t'),
  json: {
    extension: 'json',
    contentType: 'application/json;charset=utf-8',
    records: 'lists',
    opening: (items) => `{\n  "fields": ${fieldsJson(items)},\n  "records": [`,
    text: (records, _, first) => `${first ? '\n' : ',\n'}${records.slice(1, -1)}`,
    closing: '\n]}\n',
  },
  xml: {
    extension: 'xml',
    contentType: 'text/xml;charset=utf-8',
    records: 'lists',
    opening: () => '<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n',
    text: (records, items) =>
      jsonElements(records)
        .map((record) => xmlRow(jsonElements(record), items))
        .join(''),
    closing: '</data>\n',
  },
} as const satisfies Record<string, Format>

function xmlRow(values: readonly JsonText[], items: readonly Shown[]): string {
  let id = ''
  let elements = ''
  for (const [place, item] of items.entries()) {
    const held = values[place] ?? 'null'
    const name = shownName(item)
    if (name === '_id') id = ` _id="${xmlText(jsonToPlain(held))}"`
    else elements += xmlElement(xmlName(name), '', held)
  }
  return `<row${id}>${elements}</row>\n`
}

function xmlElement(name: string, attributes: string, held: JsonText): string {
  const kind = jsonKind(held)
  if (kind === 'null') return `<${name}${attributes} xsi:nil="true" />`
  const inside = kind === 'array' ? [...jsonElements(held).entries()] : kind === 'object' ? jsonMembers(held) : null
  const content = inside
    ? inside.map(([key, item]) => xmlElement('value', ` key="${xmlText(String(key))}"`, item)).join('')
    : xmlText(jsonToPlain(held))
  return `<${name}${attributes}>${content}</${name}>`
}

/**
 * What an element's name can't contain becomes one `_`, or nothing at either end (`a (b)` is `a_b`: protocol/README.md
 * P36).
 */
function xmlName(name: string): string {
  const fit = name
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/_+$/, '')
  return fit === '' ? 'field' : fit
}

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function xmlText(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => XML_ESCAPES[character] ?? character)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
}

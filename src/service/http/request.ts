import { addressOf } from '../../protocol/addressOf.ts'
import type { AskedRequest } from '../../protocol/handler.ts'
import {
  eachMember,
  jsonKind,
  jsonToPlain,
  parseJsonText,
  withoutSpaceAround,
  type JsonText,
} from '../../protocol/jsonText.ts'
import { objectText, type Params } from './params.ts'
import { badRequest, Refusal } from '../refusal.ts'

/**
 * The parameters of a request (protocol/README.md P5): form fields, or for a reading action the query string, or the JSON
 * body; never a mixture. Throws CKAN's refusals for bodies that can't be read.
 */
export async function readParams(
  request: AskedRequest,
  action: { readonly reads: boolean },
  maxBodyBytes: number,
): Promise<Params> {
  const url = addressOf(request)
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (!action.reads) throw badRequest('JSON Error: Invalid request. Please use POST method for your request')
    return queryParams(url)
  }
  const contentType = request.headers.get('content-type') ?? ''
  const body = await readBody(request, maxBodyBytes)
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const params = formParams(body)
    if (params.size > 0) return params
  } else if (/^multipart\/form-data\b/i.test(contentType)) {
    const params = await multipartParams(body, contentType)
    if (params.size > 0) return params
  }
  if (action.reads && url.search.length > 1) return queryParams(url)
  if (body.byteLength === 0) return new Map()
  if (!/^application\/json\b/i.test(contentType)) {
    throw new Refusal(415, {
      __type: 'Unsupported Media Type',
      message: 'The body must be JSON, sent with the header Content-Type: application/json',
    })
  }
  return jsonParams(decode(body))
}

function jsonParams(body: string): Params {
  const sent = body.replace(/^\uFEFF/, '')
  const text = withoutSpaceAround(sent)
  if (jsonKind(text) === 'object') {
    try {
      // Reading the members checks all of them, so a body is read once.
      return membersOf(text)
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Told below, with its place in the body.
    }
  }
  let value: JsonText
  try {
    value = parseJsonText(sent)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw badRequest(
      `JSON Error: Error decoding JSON data. Error: ${reason} JSON data extracted from the request: ${body.slice(0, 200)}`,
    )
  }
  if (jsonKind(value) === 'object') return membersOf(value)
  throw badRequest(`JSON Error: Request data JSON decoded to ${value.slice(0, 200)} but it needs to be a dictionary.`)
}

/** The members of an object, of which there may be so many. */
function membersOf(object: JsonText): Params {
  const members = new Map<string, JsonText>()
  let count = 0
  eachMember(object, (nameStart, nameEnd, start, end) => {
    count += 1
    if (count > MOST_FIELDS) throw tooManyFields('A JSON object of parameters')
    members.set(jsonToPlain(object.slice(nameStart, nameEnd)), object.slice(start, end))
  })
  return members
}

/** The parameters of a query string. */
export function queryParams(url: Readonly<URL>): Params {
  refuseManyFields(url.search, '&')
  return fromPairs(url.searchParams)
}

/** Looks at a form or a query string before it is taken apart, at a form even before text is made of its bytes. */
function refuseManyFields<T>(content: { indexOf(and: T, from: number): number }, and: T): void {
  let fields = 1
  for (let at = content.indexOf(and, 0); at !== -1; at = content.indexOf(and, at + 1)) {
    fields += 1
    if (fields > MOST_FIELDS) throw tooManyFields('A form or a query string')
  }
}

/** Each field costs far more than its bytes. A table has at most 1600 columns, which a form names one by one. */
const MOST_FIELDS = 5000

function tooManyFields(what: string): Refusal {
  return new Refusal(413, {
    __type: 'Request Entity Too Large',
    message: `${what} may have at most ${MOST_FIELDS} fields. Give a list or an object as one field, as JSON`,
  })
}

/** A form with a single field that has no value is JSON sent with the wrong content type (protocol/README.md P5). */
function formParams(body: Uint8Array): Params {
  // After spaces, some of which are not ASCII, and a mark of the byte order.
  if (body.find((code) => code > SPACE && code < NOT_ASCII) === BRACE) {
    try {
      return membersOf(parseJsonText(decode(body)))
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Then it is a form whose first field name begins with a brace.
    }
  }
  refuseManyFields(body, AND)
  const pairs = [...new URLSearchParams(decode(body))]
  const [only] = pairs
  if (pairs.length === 1 && only && (only[1] === '' || only[1] === '1')) return jsonParams(only[0])
  return fromPairs(pairs)
}

const SPACE = 32
const NOT_ASCII = 128
const BRACE = '{'.charCodeAt(0)
const AND = '&'.charCodeAt(0)

async function multipartParams(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<Params> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const mark = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  const text = new TextDecoder('latin1').decode(body)
  let parts = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
    parts += 1
    if (parts > MOST_PARTS) throw new Refusal(413, TOO_MANY_PARTS)
  }
  let form: FormData
  try {
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw badRequest("The form can't be read")
  }
  const pairs: [string, string][] = []
  form.forEach((held, name) => {
    if (typeof held === 'string') pairs.push([name, held])
  })
  return fromPairs(pairs)
}

/** Each part costs far more than its bytes. The limit of CKAN's web framework. */
const MOST_PARTS = 1000

const TOO_MANY_PARTS = {
  __type: 'Request Entity Too Large',
  message: `A form may have at most ${MOST_PARTS} parts. Send JSON instead, with the header Content-Type: application/json`,
}

/** The parameters of a query string or a form. A repeated name becomes a list; null can't be expressed. */
function fromPairs(pairs: Iterable<readonly [string, string]>): Params {
  const values = new Map<string, string[]>()
  for (const [name, text] of pairs) {
    const texts = values.get(name)
    if (texts) texts.push(text)
    else values.set(name, [text])
  }
  return new Map(
    [...values].map(([name, texts]) => [name, texts.length === 1 ? JSON.stringify(texts[0]) : JSON.stringify(texts)]),
  )
}

async function readBody(request: AskedRequest, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const body = new Uint8Array(await request.arrayBuffer())
  if (body.byteLength > maxBytes) throw tooLarge(maxBytes)
  return body
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(413, {
    __type: 'Request Entity Too Large',
    message: `The request is larger than ${maxBytes} bytes, the most this service accepts. Send the records in several requests.`,
  })
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw badRequest('JSON Error: Error decoding JSON data. The body is not UTF-8')
  }
}

/** A request's parameters as one object, for a refusal that repeats them. */
export function paramsObject(params: Params): unknown {
  return JSON.parse(objectText(params))
}

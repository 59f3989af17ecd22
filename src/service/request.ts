import { jsonKind, jsonMembers, parseJsonText, type JsonText } from '../protocol/jsonText.ts'
import { objectText, type Params } from './params.ts'
import { badRequest, Refusal } from './refusal.ts'

/**
 * The parameters of a request to an action (datastore-api.md §1): form fields, else for a reading action the query
 * string, else the JSON body; never a mixture. Throws CKAN's refusals of bodies that can't be read.
 */
export async function readParams(
  request: Request,
  action: { readonly reads: boolean },
  maxBodyBytes: number,
): Promise<Params> {
  const url = new URL(request.url)
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (!action.reads) throw badRequest('JSON Error: Invalid request. Please use POST method for your request')
    return fromPairs(url.searchParams)
  }
  const contentType = request.headers.get('content-type') ?? ''
  const body = await readBody(request, maxBodyBytes)
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const params = formParams(decode(body))
    if (params.size > 0) return params
  } else if (/^multipart\/form-data\b/i.test(contentType)) {
    const params = await multipartParams(body, contentType)
    if (params.size > 0) return params
  }
  if (action.reads && url.search.length > 1) return fromPairs(url.searchParams)
  if (body.byteLength === 0) return new Map()
  if (!/^application\/json\b/i.test(contentType)) {
    throw new Refusal(415, {
      __type: 'Unsupported Media Type',
      message: 'The body has to be JSON, sent with the header Content-Type: application/json',
    })
  }
  return jsonParams(decode(body))
}

function jsonParams(body: string): Params {
  let text: JsonText
  try {
    text = parseJsonText(body.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw badRequest(
      `JSON Error: Error decoding JSON data. Error: ${reason} JSON data extracted from the request: ${body.slice(0, 200)}`,
    )
  }
  if (jsonKind(text) !== 'object') {
    throw badRequest(`JSON Error: Request data JSON decoded to ${text.slice(0, 200)} but it needs to be a dictionary.`)
  }
  return new Map(jsonMembers(text))
}

/** A form that is one field without value is JSON sent without its content type (CKAN behaviour). */
function formParams(body: string): Params {
  if (/^\s*\{/.test(body)) {
    try {
      return new Map(jsonMembers(parseJsonText(body)))
    } catch {
      // A form then, whose first field's name begins with a brace.
    }
  }
  const pairs = [...new URLSearchParams(body)]
  const [only] = pairs
  if (pairs.length === 1 && only && (only[1] === '' || only[1] === '1')) return jsonParams(only[0])
  return fromPairs(pairs)
}

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
    throw badRequest('The form cannot be read')
  }
  const pairs: [string, string][] = []
  form.forEach((held, name) => {
    if (typeof held === 'string') pairs.push([name, held])
  })
  return fromPairs(pairs)
}

/** Parts of a form, each of which costs much more than its bytes; the bound of the web framework that CKAN stands on. */
const MOST_PARTS = 1000

const TOO_MANY_PARTS = {
  __type: 'Request Entity Too Large',
  message: `A form may have at most ${MOST_PARTS} parts. Send JSON instead, with the header Content-Type: application/json`,
}

/** The parameters of a query string or a form: a repeated name is a list; a null can't be said. */
export function fromPairs(pairs: Iterable<readonly [string, string]>): Params {
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

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const parts: Uint8Array[] = []
  let length = 0
  // Firefox has no `Request.body`: there the whole is read before it is measured.
  const stream = 'body' in Request.prototype ? request.body : new Blob([await request.arrayBuffer()]).stream()
  const reader = stream?.getReader()
  if (reader) {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.byteLength
      if (length > maxBytes) {
        await reader.cancel()
        throw tooLarge(maxBytes)
      }
      parts.push(value)
    }
  }
  const body = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.byteLength
  }
  return body
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(413, {
    __type: 'Request Entity Too Large',
    message: `The request is larger than the ${maxBytes} bytes that this service takes. Send the records in several requests.`,
  })
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw badRequest('JSON Error: Error decoding JSON data. The body is not UTF-8')
  }
}

/** A request's parameters as one JSON object again, for a refusal that repeats them. */
export function paramsObject(params: Params): unknown {
  return JSON.parse(objectText(params))
}

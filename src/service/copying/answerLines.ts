import { createRecordTexts } from '../../protocol/recordTexts.ts'
import type { Field } from '../../protocol/field.ts'
import { parseJsonText } from '../../protocol/jsonText.ts'
import { copyLines, copyValue, type CopyColumn, type Taking } from './copyText.ts'
import {
  BACKSLASH,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  CAPITAL_N,
  COLON,
  COMMA,
  eachMember,
  isOfNumber,
  isSpace,
  LETTER_N,
  NEWLINE,
  NINE,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
  SPACE,
  TAB,
  textOf,
  TRUE,
  UnexpectedByte,
  ZERO,
} from './jsonBytes.ts'

/** What the records of an answer are read as. */
export interface Expected {
  readonly fields: readonly Field[]
  /** The columns of the copy, which take those fields. */
  readonly columns: readonly CopyColumn[]
  /** Every `_id` is greater. */
  readonly after: number | null
}

export interface AnswerLines {
  /** What COPY reads. */
  readonly lines: ArrayBuffer
  readonly records: number
  /** The last `_id`; null if there are no records. */
  readonly last: number | null
  /** The limit that the server used; null if it doesn't say. */
  readonly limit: number | null
}

/**
 * The records of an answer to `datastore_search` as the lines that COPY reads, from its bytes to bytes, with no text made of
 * what stays as it is (measured: an eighth of the time that reading it as an answer and writing it as lines takes). Null if
 * it isn't the plain answer that was expected; reading it as any other answer then shows what it is.
 */
export function answerLines(answer: Uint8Array, expected: Expected): AnswerLines | null {
  try {
    return read(answer, expected)
  } catch (error) {
    if (error instanceof UnexpectedByte || error instanceof SyntaxError) return null
    throw error
  }
}

function read(answer: Uint8Array, expected: Expected): AnswerLines {
  let result: Members | null = null
  const records: Records = { lines: new ArrayBuffer(0), count: 0, last: null }
  let areRead = false
  const end = eachMember(answer, skipSpace(answer, 0), (name, start) => {
    if (name === 'success' && answer[start] !== TRUE) throw new UnexpectedByte()
    if (name !== 'result') return skipValue(answer, start)
    if (result !== null) throw new UnexpectedByte()
    result = new Map()
    const members = result
    return eachMember(answer, start, (inner, from) => {
      if (inner === 'records') {
        if (areRead) throw new UnexpectedByte()
        areRead = true
        return readRecords(answer, from, expected, records)
      }
      const to = skipValue(answer, from)
      if (inner === 'fields' || inner === 'limit') members.set(inner, textOf(answer, from, to))
      return to
    })
  })
  if (skipSpace(answer, end) !== answer.length || !areRead) throw new UnexpectedByte()
  const members: Members = result ?? new Map()
  const shape = JSON.stringify(expected.fields.map(({ id, type }) => [id, type]))
  if (shapeIn(members.get('fields')) !== shape) throw new UnexpectedByte()
  const limit = members.get('limit') ?? 'null'
  return {
    lines: records.lines,
    records: records.count,
    last: records.last,
    limit: /^\d+$/.test(limit) ? Number(limit) : null,
  }
}

type Members = Map<string, string>

function shapeIn(text: string | undefined): string {
  const given: unknown = JSON.parse(text ?? 'null')
  if (!Array.isArray(given)) throw new UnexpectedByte()
  const shape = given.map((field): readonly unknown[] => {
    const { id, type = 'text' } = Object(field)
    return [id, type]
  })
  return JSON.stringify(shape.filter(([id]) => id !== '_full_text'))
}

interface Records {
  lines: ArrayBuffer
  count: number
  last: number | null
}

/**
 * Reads the list of records that begins at `start`, and gives the place after it. What is written is never longer than what
 * was read, but for values that are written as text: only there room has to be looked for.
 */
function readRecords(bytes: Uint8Array, start: number, { fields, columns, after }: Expected, into: Records): number {
  const places = columns.map(({ name }) => fields.findIndex(({ id }) => id === name))
  if (columns[0]?.name !== '_id' || places.includes(-1)) throw new UnexpectedByte()
  const inOrder = places.length === fields.length && places.every((place, at) => place === at)
  const names = columns.map(({ name }) => encoder.encode(JSON.stringify(name)))
  let out = new Uint8Array(bytes.length - start + SPARE)
  let to = 0
  let last = after ?? -Infinity

  const writeText = (text: string, at: number) => {
    const more = encoder.encode(text)
    const needed = to + more.length + (bytes.length - at) + SPARE
    if (needed > out.length) {
      const larger = new Uint8Array(needed + Math.ceil(needed / 4))
      larger.set(out.subarray(0, to))
      out = larger
    }
    out.set(more, to)
    to += more.length
  }

  /** One record whose members are the columns in their order; -1 if it is another one. */
  const readInOrder = (from: number): number => {
    let at = from + 1
    let buffer = out
    let end = to
    const writeValue = (begun: number, takes: Taking) => {
      to = end
      writeText(copyValue(parseJsonText(textOf(bytes, begun, at)), takes), at)
      buffer = out
      end = to
    }
    for (let column = 0; column < names.length; column += 1) {
      const name = names[column]
      if (name === undefined) return -1
      while (isSpace(bytes[at])) at += 1
      for (let place = 0; place < name.length; place += 1) if (bytes[at + place] !== name[place]) return -1
      at += name.length
      while (isSpace(bytes[at])) at += 1
      if (bytes[at] !== COLON) return -1
      at += 1
      while (isSpace(bytes[at])) at += 1
      if (column > 0) buffer[end++] = TAB
      const takes = columns[column]?.takes ?? 'text'
      const begun = at
      let code = bytes[at]
      if (column === 0) {
        let id = 0
        for (; code !== undefined && code >= ZERO && code <= NINE; code = bytes[at]) {
          id = id * 10 + code - ZERO
          buffer[end++] = code
          at += 1
        }
        if (at === begun) return -1
        if (id <= last || id > Number.MAX_SAFE_INTEGER) throw new UnexpectedByte()
        last = id
      } else if (code === QUOTE && takes === 'text') {
        const writtenTo = end
        at += 1
        for (code = bytes[at]; code !== QUOTE && code !== BACKSLASH; code = bytes[at]) {
          if (code === undefined || code < SPACE) throw new UnexpectedByte()
          buffer[end++] = code
          at += 1
        }
        if (code === QUOTE) at += 1
        else {
          end = writtenTo
          at = skipString(bytes, begun)
          writeValue(begun, takes)
        }
      } else if (isOfNumber(code)) {
        for (; isOfNumber(code); code = bytes[at]) {
          buffer[end++] = code
          at += 1
        }
      } else {
        at = skipValue(bytes, at)
        if (code === LETTER_N && at === begun + 4) {
          buffer[end++] = BACKSLASH
          buffer[end++] = CAPITAL_N
        } else writeValue(begun, takes)
      }
      while (isSpace(bytes[at])) at += 1
      if (bytes[at] !== (column === names.length - 1 ? BRACE_END : COMMA)) return -1
      at += 1
    }
    buffer[end++] = NEWLINE
    to = end
    return at
  }

  /** Any record, read as text. */
  const readAnyhow = (from: number): number => {
    const at = skipValue(bytes, from)
    const text = parseJsonText(textOf(bytes, from, at))
    const id = createRecordTexts([text], fields).value(0, places[0] ?? -1)
    const number = id !== undefined && /^-?\d{1,16}$/.test(id) ? Number(id) : Number.NaN
    if (!Number.isSafeInteger(number) || number <= last) throw new UnexpectedByte()
    last = number
    writeText(copyLines([text], fields, columns, 0), at)
    return at
  }

  let at = start
  if (bytes[at] !== BRACKET) throw new UnexpectedByte()
  at = skipSpace(bytes, at + 1)
  if (bytes[at] === BRACKET_END) return at + 1
  for (;;) {
    if (bytes[at] !== BRACE) throw new UnexpectedByte()
    const before = { to, last }
    let end = inOrder ? readInOrder(at) : -1
    if (end === -1) {
      ;({ to, last } = before)
      end = readAnyhow(at)
    }
    into.count += 1
    at = skipSpace(bytes, end)
    if (bytes[at] === BRACKET_END) break
    if (bytes[at] !== COMMA) throw new UnexpectedByte()
    at = skipSpace(bytes, at + 1)
  }
  into.last = last
  into.lines = out.buffer.slice(0, to)
  return at + 1
}

const encoder = new TextEncoder()

/** Bytes beyond what was read. */
const SPARE = 64

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeSearch } from '../../protocol/answers.ts'
import { readEnvelope } from '../../protocol/envelope.ts'
import { answerLines } from './answerLines.ts'
import { copyLines, takingOf } from './copyText.ts'

const FIELDS = Object.entries({
  _id: 'int',
  'ä "name"': 'text',
  price: 'numeric',
  list: '_text',
  data: 'json',
  is: 'bool',
}).map(([id, type]) => ({ id, type }))
const columns = FIELDS.map(({ id, type }) => ({ name: id, takes: takingOf(type) }))

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '-1.50',
    '9007199254740993',
    '1e-20',
    '"a\\u00e9\\/b"',
    '""',
    '[]',
    '{}',
  ),
  fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.stringify(json, null, 1)),
)
const record = fc.record({
  values: fc.array(value, { minLength: 5, maxLength: 5 }),
  lacks: fc.constantFrom(null, null, null, 'price', 'data'),
  isTurned: fc.constantFrom(false, false, true),
})
const space = fc.constantFrom('', ' ', '\n\t')

/** An answer as a server may write it. */
const answer = fc
  .record({ records: fc.array(record, { maxLength: 6 }), space, fieldsFirst: fc.boolean() })
  .map((made) => {
    const texts = made.records.map(({ values, lacks, isTurned }, at) => {
      const members = FIELDS.flatMap(({ id }, place) => {
        const text = place === 0 ? String(3 * at + 8) : (values[place - 1] ?? 'null')
        return id === lacks ? [] : [`${JSON.stringify(id)}:${made.space}${text}`]
      })
      return `{${(isTurned ? members.toReversed() : members).join(`${made.space},`)}}`
    })
    const members = [`"records": [${texts.join(made.space + ',')}]`, `"fields": ${JSON.stringify(FIELDS)}`]
    const result = [...(made.fieldsFirst ? members.toReversed() : members), '"limit": 32000', '"_links": {"next": "x"}']
    return `{"help": "?", "success": true,${made.space} "result": {${result.join(', ')}}}${made.space}`
  })

const read = (text: string, after: number | null = null) =>
  answerLines(new TextEncoder().encode(text), { fields: FIELDS, columns, after })

test('the lines made of the bytes are those made of the records as they are read elsewhere', () => {
  fc.assert(
    fc.property(answer, (text) => {
      const { records } = decodeSearch(readEnvelope(200, text))
      const texts = records?.texts ?? []
      const found = read(text)
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(found?.lines)).toBe(
        copyLines(texts, FIELDS, columns, 0),
      )
      expect(found).toMatchObject({
        records: texts.length,
        last: texts.length === 0 ? null : 3 * texts.length + 5,
        limit: 32_000,
      })
    }),
  )
})

test.each([
  ['a refusal', '{"success": false, "error": {}}'],
  ['no JSON', '<html>'],
  ['an answer that is cut', `{"success": true, "result": {"fields": ${JSON.stringify(FIELDS)}, "records": [{"_id": 8`],
  ['other fields', '{"success": true, "result": {"fields": [{"id": "_id", "type": "int"}], "records": []}}'],
  ['no fields', '{"success": true, "result": {"records": []}}'],
  ['numbers that do not ascend', answerOf('{"_id": 9}', '{"_id": 8}')],
  ['numbers from before', answerOf('{"_id": 3}')],
  ['no number', answerOf('{"price": 3}')],
  ['a value that is none', answerOf('{"_id": 8, "data": {"a" 1}}')],
  ['something after it', `${answerOf('{"_id": 8}')}x`],
])('%s is left to be read elsewhere', (_, text) => {
  expect(read(text, 7)).toBeNull()
})

function answerOf(...records: readonly string[]): string {
  return `{"success": true, "result": {"fields": ${JSON.stringify(FIELDS)}, "records": [${records.join()}]}}`
}

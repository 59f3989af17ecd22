import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeSql } from './answers.ts'
import { ActionError, readEnvelope } from './envelope.ts'

function refusalOf(status: number, body: string): ActionError {
  try {
    readEnvelope(status, body)
  } catch (error) {
    if (error instanceof ActionError) return error
  }
  throw new Error('was not refused')
}

describe('answers', () => {
  test('the result of the envelope, as its source text', () => {
    expect(readEnvelope(200, '{"help": "h", "success": true, "result": {"n": 1.50}}')).toBe('{"n": 1.50}')
  })

  test('an object with records at its top is the result itself', () => {
    expect(readEnvelope(200, ' {"records": [1]} ')).toBe('{"records": [1]}')
  })

  test('NaN and infinity as Python writes them, which is no JSON', () => {
    const records = '[{"_id":1,"v":1.5},{"_id":2,"v":NaN},{"_id":3,"v":-Infinity},{"_id":4,"v":"a \\" NaN"}]'
    const read = decodeSql(readEnvelope(200, `{"success":true,"result":{"records":${records}}}`))
    expect(read.rows.map(([, value]) => value)).toEqual(['1.5', '"NaN"', '"-Infinity"', '"a \\" NaN"'])
    expect(() => readEnvelope(200, '{"records": [NaN, }')).toThrow('unexpectedCharacter","at":14')
  })
})

describe('refusals', () => {
  test('a parameter: its name and messages', () => {
    const error = refusalOf(
      409,
      '{"success": false, "error": {"__type": "Validation Error", "limit": ["Invalid integer", "Please enter an integer value"]}}',
    )
    expect(error).toMatchObject({
      kind: 'validation',
      status: 409,
      message: 'limit: Invalid integer; limit: Please enter an integer value',
      fields: { limit: ['Invalid integer', 'Please enter an integer value'] },
    })
  })

  test("a statement: PostgreSQL's own words", () => {
    const error = refusalOf(
      409,
      '{"success": false, "error": {"__type": "Validation Error", "query": ["(psycopg2.errors.SyntaxError) syntax error [SQL: …]"], "info": {"statement": ["x"], "params": [{}], "orig": ["syntax error at or near \\"FROM\\"\\nLINE 1: …"]}}}',
    )
    expect(error).toMatchObject({ kind: 'sql', message: 'syntax error at or near "FROM"\nLINE 1: …' })
  })

  test('a statement that took too long, and an orig that is a string', () => {
    expect(refusalOf(409, '{"error": {"__type": "Validation Error", "query": ["Query took too long"]}}')).toMatchObject(
      {
        kind: 'sql',
        message: 'Query took too long',
      },
    )
    expect(refusalOf(409, '{"error": {"info": {"orig": "could not create unique index"}}}').message).toBe(
      'could not create unique index',
    )
  })

  test.each([
    [
      403,
      '{"success": false, "error": {"__type": "Authorization Error", "message": "Access denied: no"}}',
      'notAuthorized',
      'Access denied: no',
    ],
    [
      404,
      '{"success": false, "error": {"__type": "Not Found Error", "message": "Not found: x"}}',
      'notFound',
      'Not found: x',
    ],
    [
      500,
      '{"success": false, "error": {"__type": "Internal Server Error", "message": "Internal Server Error"}}',
      'server',
      'Internal Server Error',
    ],
    [200, '{"success": false, "error": {"__type": "Not Found Error", "message": "gone"}}', 'notFound', 'gone'],
    [400, '"Bad request: Action name not known: nope"', 'badRequest', 'Bad request: Action name not known: nope'],
    [409, '{"success": false}', 'validation', 'noReasonGiven {"status":409}'],
    [400, '{"error": "no"}', 'badRequest', 'no'],
    [400, '{"error": ["no", "not that"]}', 'badRequest', 'no; not that'],
    [422, '{"detail": "sort is not known"}', 'badRequest', 'sort is not known'],
    [400, '{"message": "nein"}', 'badRequest', 'nein'],
    [400, '{"errors": ["a", {"b": 1}]}', 'badRequest', 'a; {"b":1}'],
    [400, '{}', 'badRequest', 'noReasonGiven {"status":400}'],
    [503, '{"success": false, "error": {"message": "The store is closed."}}', 'server', 'The store is closed.'],
    [
      400,
      '{"error": {"fields": [{}, {"id": ["Missing value"]}], "records_row": 3, "data": "d"}}',
      'badRequest',
      'fields: {}; fields: {"id":["Missing value"]}; records_row: 3; data: d',
    ],
  ])('%i %s', (status, body, kind, message) => {
    expect(refusalOf(status, body)).toMatchObject({ kind, status, message, serverText: body })
  })

  test.each([
    [500, '<html><body>Oops</body></html>', { code: 'notAnAnswer', status: 500, body: 'isWebPage' }],
    [502, '<html><body>Bad gateway</body></html>', { code: 'serverUnavailable', status: 502, retryAfter: null }],
    [503, '', { code: 'serverUnavailable', status: 503, retryAfter: null }],
    [504, '<html>', { code: 'proxyTimedOut' }],
    [413, '<html>', { code: 'requestTooLong', status: 413 }],
    [414, '', { code: 'requestTooLong', status: 414 }],
    [429, 'Slow down', { code: 'tooManyRequests', retryAfter: null }],
    [429, '{"success": false, "error": {"message": "slow down"}}', { code: 'tooManyRequests', retryAfter: null }],
    [401, '<html>', { code: 'notLetIn', status: 401 }],
    [403, 'Forbidden', { code: 'notLetIn', status: 403 }],
    [400, 'unknown  parameter sort.', { code: 'plainTextAnswer', status: 400, text: 'unknown parameter sort' }],
    [400, '', { code: 'notAnAnswer', status: 400, body: 'isEmpty' }],
    [200, '{"success": true}', { code: 'notAnAnswer', status: 200, body: 'isOther' }],
    [200, '<!doctype html><title>Log in</title>', { code: 'notAnAnswer', status: 200, body: 'isWebPage' }],
    [404, '<html>', { code: 'notAnAnswer', status: 404, body: 'isWebPage' }],
    [200, '', { code: 'notAnAnswer', status: 200, body: 'isEmpty' }],
    [
      200,
      '{"success": true, "result": {"records": [{"a"',
      { code: 'answerBroken', fault: { kind: 'endsEarly', at: 46 } },
    ],
    [200, '[1]', { code: 'notAnAnswer', status: 200, body: 'isOther' }],
    [200, '12', { code: 'notAnAnswer', status: 200, body: 'isOther' }],
  ])('%i %s is no answer of the API', (status, body, problem) => {
    expect(refusalOf(status, body)).toMatchObject({ kind: 'server', problem })
  })

  test('whatever comes is an answer or an ActionError', () => {
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((error) => JSON.stringify({ success: false, error })),
    )
    fc.assert(
      fc.property(fc.constantFrom(200, 400, 403, 404, 409, 415, 500), body, (status, text) => {
        try {
          readEnvelope(status, text)
        } catch (error) {
          expect(error).toBeInstanceOf(ActionError)
        }
      }),
    )
  })

  test.each([429, 503])('%i: keeps when to ask again', (status) => {
    expect(() => readEnvelope(status, '', 30)).toThrow('"retryAfter":30')
  })

  test('keeps at most 10,000 characters of the body', () => {
    expect(refusalOf(500, 'x'.repeat(50_000)).serverText).toHaveLength(10_000)
  })
})

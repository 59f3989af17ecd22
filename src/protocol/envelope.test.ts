import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
    [409, '{"success": false}', 'validation', 'The server answered 409 and gave no reason.'],
    [400, '{"error": "no"}', 'badRequest', 'no'],
    [400, '{"error": ["no", "not that"]}', 'badRequest', 'no; not that'],
    [422, '{"detail": "sort is not known"}', 'badRequest', 'sort is not known'],
    [400, '{"message": "nein"}', 'badRequest', 'nein'],
    [400, '{"errors": ["a", {"b": 1}]}', 'badRequest', 'a; {"b":1}'],
    [400, '{}', 'badRequest', 'The server answered 400 and gave no reason.'],
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
    [500, '<html><body>Oops</body></html>', 'The server answered 500 with a web page where'],
    [502, '<html><body>Bad gateway</body></html>', "can't answer for now (502). Try again in a moment."],
    [503, '', "can't answer for now (503)."],
    [504, '<html>', 'waited too long for it (504). Ask for less'],
    [413, '<html>', 'longer than this server, or a proxy before it, takes (413). Ask with fewer values'],
    [414, '', 'takes (414).'],
    [429, 'Slow down', 'takes no more requests for now (429). Try again in a moment.'],
    [429, '{"success": false, "error": {"message": "slow down"}}', 'takes no more requests for now (429).'],
    [401, '<html>', 'does not let this request in (401). Check the address, and the API token'],
    [403, 'Forbidden', 'does not let this request in (403).'],
    [400, 'unknown parameter sort', 'The server answered 400: unknown parameter sort.'],
    [400, '', 'The server answered 400 with nothing where'],
    [200, '{"success": true}', 'with something else where'],
    [200, '<!doctype html><title>Log in</title>', 'The server answered 200 with a web page where'],
    [404, '<html>', 'Check the base URL and the path prefix.'],
    [200, '', 'with nothing where'],
    [200, '{"success": true, "result": {"records": [{"a"', "The server's answer is not whole: Not JSON: it ends"],
    [200, '<!doctype html>', 'It may be a login page, or the path prefix is wrong'],
    [200, '[1]', 'with something else where'],
    [200, '12', 'with something else where'],
  ])('%i %s is no answer of the API', (status, body, words) => {
    const error = refusalOf(status, body)
    expect(error.kind).toBe('server')
    expect(error.message).toContain(words)
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

  test.each([
    [1, '1 second'],
    [30, '30 seconds'],
    [600, '10 minutes'],
    [7200, '2 hours'],
  ])('tells when to ask again: after %i s', (seconds, words) => {
    expect(() => readEnvelope(429, '', seconds)).toThrow(`Try again in ${words}.`)
    expect(() => readEnvelope(503, '', seconds)).toThrow(`Try again in ${words}.`)
  })

  test('keeps at most 10,000 characters of the body', () => {
    expect(refusalOf(500, 'x'.repeat(50_000)).serverText).toHaveLength(10_000)
  })
})

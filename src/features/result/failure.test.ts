import { beforeAll, describe, expect, it } from 'vitest'
import { ActionError, readEnvelope, type ErrorKind } from '../../protocol/envelope.ts'
import { errorText, explainFailure, explainProblem } from './failure.ts'
import { loadFailureWords } from './loadFailureWords.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import type { Problem } from '../../protocol/problem.ts'

beforeAll(() => loadFailureWords())

const asked = { instance: 'Northern Rivers', table: 'field_programmes', hasToken: false }

function explained(kind: ErrorKind, message: string, status = 409) {
  return explainFailure(new ActionError({ kind, status, message, serverText: '{}' }), asked)
}

function explained503(retryAfter: number | null) {
  try {
    readEnvelope(503, '<html>', retryAfter)
  } catch (error) {
    return explainFailure(error, asked)
  }
  throw new Error('it was an answer')
}

describe('explainFailure', () => {
  it('names a missing table, column and relation', () => {
    expect(explained('notFound', 'Not found: Resource "x" was not found.', 404).what).toBe(
      'There is no table "field_programmes" on Northern Rivers.',
    )
    const column = explained(
      'sql',
      'column "Area" does not exist\nLINE 1: SELECT "Area"\n               ^\nHINT:  Perhaps you meant to reference the column "t.area".',
    )
    expect(column.what).toBe('There is no column "Area" here.')
    expect(column.remedy).toContain('The nearest is "area".')
    expect(explained('sql', 'relation "nope" does not exist').what).toBe('There is no table "nope" on Northern Rivers.')
  })

  it.each(['server', 'validation', 'badRequest', 'sql'] as const)(
    "shows about two lines of a long message, and the rest as the server's text: %s",
    (kind) => {
      const message = 'The reservoir is being refilled from the upper valley. '.repeat(220)
      const serverText = JSON.stringify({ success: false, error: { message } })
      const failure = explainFailure(new ActionError({ kind, status: 500, message, serverText }), asked)
      expect(message.length).toBeGreaterThan(12_000)
      expect(`${failure.what} ${failure.remedy ?? ''}`.length).toBeLessThan(380)
      expect(failure.what).toMatch(/^The (reservoir is being|server refused the query: The reservoir)/)
      expect(`${failure.what} ${failure.remedy ?? ''}`).toContain('…')
      expect(failure.serverText).toBe(serverText.slice(0, 10_000))
    },
  )

  it.each([
    [
      '{"success": true, "result": {"records": [{"a": 1},]}}',
      "The server's answer is not valid JSON: nothing follows the comma at character 50.",
    ],
    ['{"records": [null]}', "The server's list of records holds null in place of a record."],
    ['{"records": [{"a": 1}, 7]}', "The server's list of records holds values (number) in place of records."],
  ])('names what is wrong with the answer %s', async (body, what) => {
    const handler = () => Promise.resolve(new Response(body))
    const connection = { baseUrl: 'http://odd.example', prefix: '/a', tokenHeader: 'Authorization', token: null }
    const client = createActionClient(handler, connection, { origin: 'http://page.example' })
    const error: unknown = await client.search({ resource_id: 'r' }).catch((thrown: unknown) => thrown)
    const remedy = 'This is a fault of the server: only its administrator can mend it.'
    expect(explainFailure(error, asked)).toEqual({ what, remedy, serverText: body })
  })

  it('shows about two lines of a long message of the browser, and all of it on request', () => {
    const text = `Failed: ${'no room '.repeat(200)}`
    const failure = explainFailure(new Error(text), asked)
    expect(failure.what.length).toBeLessThan(250)
    expect(failure.serverText).toBe(text)
  })

  it("keeps PostgreSQL's first line of what it has no words for", () => {
    expect(explained('sql', 'syntax error at or near "FORM"\nLINE 1: …').what).toBe('Syntax error at or near "FORM".')
  })

  it('quotes a name once, and says that writing is not for here', () => {
    expect(explained('sql', 'syntax error at or near ""a-b""').what).toBe('Syntax error at or near "a-b".')
    expect(explained('sql', 'syntax error at or near "DELETE"').remedy).toContain('Only statements that read')
  })

  it('names the address only if it is what was refused', () => {
    expect(explained('badRequest', 'The statement is refused', 400)).toMatchObject({
      what: 'The statement is refused.',
      remedy: null,
    })
    expect(explained('badRequest', 'Bad request - Action name not known: datastore_search', 400).remedy).toMatch(
      /^Check the address and the path prefix of .+ in its connection\.$/,
    )
  })

  it('says what SQL switched off, a timeout and a function not allowed mean', () => {
    expect(explained('badRequest', 'Bad request: Action name not known: datastore_search_sql', 400).what).toBe(
      'SQL is off on this server.',
    )
    expect(explained('sql', 'Query took too long').what).toBe('The query took longer than this server allows.')
    expect(explained('notAuthorized', 'Access denied: Not authorized to call function version', 403).what).toBe(
      'This server does not allow the function version.',
    )
  })

  it('distinguishes anonymous readers from a token without rights', () => {
    expect(explained('notAuthorized', 'Access denied: no', 403).what).toContain('anonymous readers')
    const error = new ActionError({ kind: 'notAuthorized', status: 403, message: 'Access denied: no' })
    expect(explainFailure(error, { ...asked, hasToken: true }).what).toContain('this token')
  })

  it("gives the page's own problems their words", () => {
    expect(explainFailure(new NetworkError({ code: 'ownServerSilent', host: 'x.example' }), asked)).toEqual({
      what: 'x.example does not answer.',
      remedy: 'Check that the server is running, then try again.',
      serverText: null,
    })
    expect(explained503(null)).toMatchObject({ remedy: 'Try again in a moment.', serverText: '<html>' })
    expect([1, 30, 600, 7200].map((seconds) => explained503(seconds).remedy)).toEqual([
      'Try again in 1 second.',
      'Try again in 30 seconds.',
      'Try again in 10 minutes.',
      'Try again in 2 hours.',
    ])
  })

  it('says of a write without an answer that it may have been stored', () => {
    const error = new NetworkError({ code: 'answerBrokeOff', host: 'x.example', bytes: 4200 }, { mayBeStored: true })
    expect(explainFailure(error, asked)).toMatchObject({
      what: 'The answer from x.example broke off after 4.2 kB, so none of it is used.',
      remedy: expect.stringMatching(/^Try again, .+ may or may not have been stored: check before you repeat it\.$/),
    })
  })

  it('keeps the words of errors that are not its own, and survives codes of a newer page', () => {
    expect(explainFailure(new Error('out of memory'), asked).what).toBe('Out of memory.')
    const newer: Problem = JSON.parse('{"code":"somethingNew"}')
    expect(explainProblem(newer).what).toBe('Something failed (somethingNew). Reload the page.')
  })

  it('reports the status if a refusal gives no reason', () => {
    const problem = { code: 'noReasonGiven', status: 403 } as const
    const forbidden = new ActionError({ kind: 'notAuthorized', status: 403, problem })
    expect(explainFailure(forbidden, asked).what).toContain('anonymous readers')
    const failed = new ActionError({ kind: 'server', status: 500, problem: { code: 'noReasonGiven', status: 500 } })
    expect(errorText(failed)).toBe('The server answered 500 and gave no reason.')
    expect(explainFailure(failed, asked).remedy).toContain('Try again.')
  })
})

import { describe, expect, it } from 'vitest'
import { ActionError, type ErrorKind } from '../protocol/envelope.ts'
import { explainFailure } from './failure.ts'

const asked = { instance: 'Northern Rivers', table: 'field_programmes', hasToken: false }

function explained(kind: ErrorKind, message: string, status = 409) {
  return explainFailure(new ActionError({ kind, status, message, serverText: '{}' }), asked)
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

  it("keeps PostgreSQL's first line of what it has no words for", () => {
    expect(explained('sql', 'syntax error at or near "FORM"\nLINE 1: …').what).toBe('Syntax error at or near "FORM".')
  })

  it('quotes a name once, and says that writing is not for here', () => {
    expect(explained('sql', 'syntax error at or near ""a-b""').what).toBe('Syntax error at or near "a-b".')
    expect(explained('sql', 'syntax error at or near "DELETE"').remedy).toContain('Only statements that read')
  })

  it('names the address only where it is what was refused', () => {
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

  it('tells anonymous readers from a token without rights', () => {
    expect(explained('notAuthorized', 'Access denied: no', 403).what).toContain('anonymous readers')
    const error = new ActionError({ kind: 'notAuthorized', status: 403, message: 'Access denied: no' })
    expect(explainFailure(error, { ...asked, hasToken: true }).what).toContain('this token')
  })

  it('parts other errors into what is so and what to do', () => {
    expect(explainFailure(new Error('x does not answer. Check that it runs, then try again.'), asked)).toEqual({
      what: 'X does not answer.',
      remedy: 'Check that it runs, then try again.',
      serverText: null,
    })
  })
})

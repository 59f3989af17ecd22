import { describe, test } from 'vitest'
import { testConformance } from '../../e2e/support/conformanceCases.ts'
import { openPostgres, postgresUrl } from '../../e2e/support/testDatabases.ts'

// A file of its own: it runs beside the cases on PGlite.
if (postgresUrl === null) test.skip('PostgreSQL is not tested: DATABASE_URL is not set', () => {})
else describe('the conformance cases on PostgreSQL', () => testConformance(() => openPostgres(postgresUrl ?? '')))

import { describe } from 'vitest'
import { testConformance } from '../../e2e/support/conformanceCases.ts'
import { openPglite } from '../../e2e/support/testDatabases.ts'

describe('the conformance cases on PGlite', () => testConformance(openPglite))

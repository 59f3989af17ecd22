import { loadOperators } from '../../src/query/operators/loadOperators.ts'

// The page loads them when a link or the user needs them; unit tests have them from the start.
await loadOperators()

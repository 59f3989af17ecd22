import { createWords } from '../../words/en/create/create.ts'
import type { SetAsideRow } from './load/loadRecords.ts'

/** Why a row was not loaded, or won't be. */
export function problemWords(problem: SetAsideRow['problem']): string {
  switch (problem.kind) {
    case 'width':
      return createWords.wrongWidth(problem.found, problem.expected)
    case 'misfit':
      return createWords.notOfType[problem.type]
    case 'sameKey':
      return createWords.keyExists(problem.firstLine)
    case 'refused':
      return problem.reason
  }
}

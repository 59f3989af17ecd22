import { ProblemError } from '../protocol/problem.ts'

/** The failure of a read that found another number of records than at first, so nothing it read is whole. */
export function tableChanged(before: number, after: number): ProblemError {
  return new ProblemError({ code: 'tableChanged', before, after })
}

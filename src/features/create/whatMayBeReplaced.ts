import type { KeyCheck } from '../../formats/tableRecords.ts'
import type { TargetChoice } from './place/targets.ts'

/**
 * What rows may replace by their key, so that it is asked for: records that a resource has already, or earlier rows of the
 * file; null if there is nothing to replace as far as is known.
 */
export function whatMayBeReplaced(
  { kind }: TargetChoice,
  check: KeyCheck | 'checking' | null,
): 'records' | 'earlierRows' | null {
  if (check === null || check === 'checking') return null
  // Which of its records have these keys shows only when they are sent.
  if (kind === 'resource') return 'records'
  return check.duplicates > 0 ? 'earlierRows' : null
}

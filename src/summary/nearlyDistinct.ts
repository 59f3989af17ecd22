/** Of no more values than these the most frequent are always named. */
const NAMED_ANYWAY = 1000

/** Whether nearly every record has a value of its own, so that naming some of them says nothing. */
export function isNearlyDistinct(distinct: number, given: number): boolean {
  return given > NAMED_ANYWAY && distinct > given * 0.9
}

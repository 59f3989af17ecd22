/** The parts of dates and times that come again and can be compared, as `date_part` calls them. Monday is 1. */
export type DatePart = 'isodow' | 'month' | 'hour'

/** The numbers that the values of a condition say; what is none of a part's is left out, as it matches nothing. */
export function partNumbers(values: readonly string[]): readonly number[] {
  return [...new Set(values.filter((value) => /^\d{1,2}$/.test(value)).map(Number))]
}

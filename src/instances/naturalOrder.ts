/**
 * Compares names and values in the reader's order: `ward 2` before `ward 10`. The collator is made when it is first used:
 * that takes as long as drawing a screen of rows.
 */
export function naturalOrder(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true })
  return collator.compare(a, b)
}

let collator: Intl.Collator | undefined

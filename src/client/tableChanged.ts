/** What is said where a table had another number of records than it told at first: nothing that was read of it is whole. */
export function tableChanged(before: number, after: number): string {
  const [told, found] = [before, after].map((count) => count.toLocaleString('en'))
  return `The table changed while it was read: ${told} records at first, then ${found}. Start again.`
}

import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** What of the SQL editor's text is run, and its results. */
export const runWords = catalogue('sqlRuns', {
  more: 'More ways to run',
  statement: 'Run the statement at the cursor',
  all: (count: number) => `Run all ${countWords(count)} ${plural(count, { one: 'statement', other: 'statements' })}`,
  selection: 'Run the selection',
  here: 'Run to here',
  hereOf: (name: string) => `Run to here: ${name}`,
  noPart: 'The cursor is in no query of WITH and in no subquery of FROM that can run by itself.',
  subquery: 'subquery',
  rows: (count: number) => `${countWords(count)} ${plural(count, { one: 'row', other: 'rows' })}`,

  results: 'Results',
  tab: (place: number, title: string) => `${countWords(place)} ${title}`,
  grouped: (by: readonly string[]) => `by ${by.join(', ')}`,
  states: { unsent: 'not run', running: 'running', done: 'done', failed: 'failed', stopped: 'stopped' },
  notSent: 'This statement was not run: the run was stopped before it.',
  waitsForOthers: 'This statement runs after those before it.',
})

import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** The first rows of a statement while it is written. */
export const previewWords = catalogue('sqlPreview', {
  title: 'Preview',
  /** How much of the statement is shown, `isCut` if there may be more. */
  rows: (count: number, isCut: boolean) =>
    isCut
      ? `Preview: first ${countWords(count)} rows`
      : `Preview: ${plural(count, { one: '1 row', other: `${countWords(count)} rows` })}`,
  /** Behind that, what it is and where the result of the last run is. */
  notRun: ' of what you are writing. Run the query to keep its result.',
  besideResult: (time: string) => [' of what you are writing. The result of ', { bold: time }, ' is on its own tab.'],
  /** Behind that, where the text is another one by now. */
  past: ' from before your last edit.',
  late: ' from before your last edit. The new text takes too long for a preview.',
  noRows: 'This text gives no rows.',
  cantSort: "A preview can't be sorted. Run the query, or write ORDER BY.",
  turnOff: 'Turn off previews',
  turnedOff: 'Previews are off. You can turn them on again under More ways to run.',
  setting: 'Preview while typing (This browser and copies)',
})

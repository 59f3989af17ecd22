import { catalogue } from '../../catalogue.ts'

/** Examples below an empty SQL editor; names of fields come as they are written in the table. */
export const exampleWords = catalogue('sqlExamples', {
  heading: (table: string) => `Examples for ${table}`,
  intro: "Made from this table's own fields. Press one to put it into the editor; it does not run yet.",
  countBy: (field: string) => `Count records by ${field}`,
  changedLast: (field: string) => `The 100 latest by ${field}`,
  addedLast: 'The 100 records added last',
  sumByYear: (measure: string, group: string | null) =>
    group === null ? `Total of ${measure} by year` : `Total of ${measure} by year and ${group}`,
  averageBy: (measure: string, group: string | null) =>
    group === null ? `Smallest, average and largest ${measure}` : `Average ${measure} by ${group}`,
  since: (field: string) => `Records since a date, by ${field}`,
  repeated: (field: string) => `Values of ${field} that occur more than once`,
  join: (field: string | null, table: string) =>
    field === null ? `Joined with ${table}` : `With ${field} of ${table}`,
  joins: (table: string) => `joins ${table}`,
  topInEach: (measure: string, group: string) => `The 3 records with the largest ${measure} in each ${group}`,
  byMonth: (field: string) => `Count records by month of ${field}`,
  filled: 'How many records have a value, by field',
  different: (field: string) => `How many different values ${field} has`,
  first: 'The first 100 records',
  count: 'How many records there are',
  keys: {
    suggestions: 'suggestions',
    run: 'run the query',
    explain: 'explain the name at the cursor',
  },
})

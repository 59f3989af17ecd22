import { catalogue } from '../../catalogue.ts'

/** Changes of a statement that keep what it means, and why one is not made. */
export const sqlEditWords = catalogue('sqlEdits', {
  format: 'Format',
  expandStar: 'Write out the columns of *',
  qualifyColumn: 'Name the table of this column',
  qualifyColumns: 'Name the table of every column here',
  addToGroupBy: 'Add what is selected to GROUP BY',

  unfinished: "This statement isn't finished, so it stays as it is.",
  tooLong: 'Only statements of up to 100,000 characters are formatted.',
  unfinishedStays: "One statement isn't finished, so it stays as it is.",
  oneStays: 'One statement could not be formatted, so it stays as it is.',
  unusual: "This statement has parts that can't be changed safely here, so it stays as it is.",
  changed: 'The result could be different then, so the statement stays as it is.',
  nothing: 'Nothing to change here.',
  isFormatted: 'Already formatted.',
  noName: 'Nothing here can be renamed. Put the cursor on an alias, a query of WITH, or a parameter.',
  noDefinition: 'Nothing in this text defines what is here.',
  fields: (name: string) => `It isn't known which table ${name} belongs to: the fields of a table are not loaded.`,
  ambiguous: (name: string) => `More than one column is called ${name}.`,
  given: (name: string) => `${name} is the name of a table, a field or a function. Use AS to give it another one.`,
  fieldOfTable: (name: string) => `${name} is a field of a table. Nothing in this text defines it.`,
  taken: (name: string) => `${name} already has a meaning here. Choose another name.`,
  joined: (name: string) => `Two tables are joined by ${name}, so it keeps its name.`,
  badName: 'Use letters, digits and _, and begin with a letter.',
  notGrouped: 'Nothing is counted or summed up here, so nothing needs GROUP BY.',
  groupingSets: 'GROUP BY has several groupings here (ROLLUP, CUBE or GROUPING SETS). Add the column yourself.',
  star: "It isn't known which columns * means here.",
  starFirst: 'Write out the columns of * first. Then they can be added to GROUP BY.',
})

import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** What is underlined in a statement before it is sent, and how it is mended. */
export const sqlCheckWords = catalogue('sqlChecks', {
  syntax: (at: string) => `PostgreSQL does not expect ${at} here.`,
  unfinished: 'The statement is not complete: something must follow.',
  syntaxOther: (message: string) => `PostgreSQL can't read this: ${message}.`,
  notClosed: {
    text: "This text has no closing quote (').",
    name: 'This name has no closing double quote (").',
    comment: 'This comment has no end (*/).',
  },
  tooDeep: 'The statement is nested too deeply.',
  oddSign: {
    noBreakSpace: 'This is a no-break space, which PostgreSQL takes for a letter.',
    otherSpace: 'This is an unusual space, which PostgreSQL takes for a letter.',
    invisible: 'Here is an invisible character, which PostgreSQL takes for a letter.',
    curlyQuote: `This is a curly quote; SQL needs straight ones, ' and ".`,
  },
  idNeedsQuotes: "A table's id must stand in double quotes.",
  foreignParameter: (name: string, written: string) => `${name} is no parameter here. Write ${written}.`,
  notSelect: (word: string) => `${word} can't run here: only a SELECT can, or a WITH that ends in one.`,
  onlyReads: (word: string) => `${word} is for writing. Statements here only read.`,
  unknownTable: (name: string) => `This server has no table ${name}.`,
  systemTable: (name: string) => `${name} is a system table, which this server does not let anyone read.`,
  unknownColumn: (name: string) => `There is no column ${name} here.`,
  unknownRelation: (name: string) => `FROM names no table ${name}. A table with an alias is called by that alias only.`,
  ambiguousColumn: (name: string, relations: string) =>
    `Several tables have a column ${name}: ${relations}. Say which.`,
  needsQuotes: (name: string, written: string) =>
    `The column is called ${name}. Without double quotes PostgreSQL reads ${written} in small letters.`,
  textInNameQuotes: (text: string) =>
    `Double quotes are for names, and there is no column ${text}. Text goes in single quotes.`,
  nameInTextQuotes: (name: string) => `This compares the text '${name}', not the column ${name}.`,
  functionRefused: (name: string) => `This server does not allow the function ${name}.`,
  ckanFilter: 'CKAN does not allow FILTER.',
  ckanNeedsBlank: (word: string) =>
    `CKAN takes ${word} directly before a bracket for a function. Write a space between them.`,
  ckanColumnList: (name: string) =>
    `CKAN takes ${name} before a bracket for a function. In double quotes it is read as a name.`,
  ckanHash: 'CKAN refuses statements with # outside of quotes.',
  ckanColon: (name: string) => `CKAN takes :${name} for a parameter. Write a space behind the colon.`,
  equalsNull: 'A comparison with NULL is never true. Write IS NULL or IS NOT NULL.',
  notLinked: (first: string, other: string) =>
    `No condition links ${first} and ${other}: each row of one comes with every row of the other.`,
  sameName: (name: string) => `Another column of the result is called ${name} too. The server sends only the last.`,
  notInNull: 'If the list in the brackets holds a NULL, NOT IN finds nothing.',
  noLimit: (rows: number, cap: number) =>
    `The table has ${countWords(rows)} rows; the server sends at most ${countWords(cap)} at once.`,
  nearest: (name: string) => `The nearest is ${name}.`,

  fix: {
    write: (text: string) => `Write ${text}`,
    plainSigns: 'Replace odd signs',
    quote: (text: string) => `Write ${text}`,
    asText: (text: string) => `Write the text ${text}`,
    parameter: (text: string) => `Write ${text}`,
    addBlank: 'Write a space',
    caseForFilter: 'Write CASE WHEN in place of FILTER',
    alias: (name: string) => `Call it ${name}`,
    aliases: 'Give each of them a name of its own',
    noNulls: 'Leave out NULLs in the list',
    limit: (rows: number) => `Add LIMIT ${rows}`,
  },
})

import type { StatementFaults } from '../../../protocol/statementFault.ts'
import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { clause as said, type ProblemSentences } from '../../problemSentences.ts'

const nearestIs = (nearest: string | null) => (nearest === null ? '' : `The nearest is ${nearest}.`)

/** What is wrong with a statement, by its code. */
export const faultSentences = catalogue<ProblemSentences<StatementFaults>>('statementFaults', {
  noColumn: {
    what: ({ column, relation }) => `There is no column ${column} ${relation === null ? 'here' : `in ${relation}`}.`,
    remedy: ({ column, nearest }) =>
      nearest !== null && nearest.replaceAll('"', '') !== column.replaceAll('"', '') && isInCapitals(column, nearest)
        ? `The nearest is ${nearest}: without double quotes, capitals are read as small letters.`
        : nearestIs(nearest),
  },
  textAsName: {
    what: ({ name }) => `There is no column ${name} here.`,
    remedy: 'Double quotes are for names of columns and tables. A text goes in single quotes.',
  },
  outputTooEarly: {
    what: ({ name, clause }) => `${clause} doesn't know ${name}: the SELECT list gives this name later.`,
    remedy: ({ clause }) => `Repeat the expression in ${clause}.`,
  },
  columnAmbiguous: {
    what: ({ column, relations }) =>
      relations.length < 2
        ? `More than one table has a column ${column}.`
        : `${relations.join(' and ')} both have a column ${column}.`,
    remedy: 'Say which one is meant.',
  },
  noTable: {
    what: ({ table, instance }) => `There is no table ${table} on ${instance}.`,
    remedy: ({ nearest }) =>
      nearest === null ? 'Insert table name adds the name of the chosen table.' : nearestIs(nearest),
  },
  tableForbidden: {
    what: ({ table, instance, hasToken }) =>
      hasToken
        ? `${instance} does not let this token read ${table}.`
        : `${instance} does not let anonymous readers read ${table}.`,
    remedy: ({ hasToken }) =>
      hasToken ? 'Check the API token in the connection.' : 'Enter an API token in the connection.',
  },
  idWithoutQuotes: { what: 'The id of a table needs double quotes.' },
  notInFrom: {
    what: ({ name }) => `${name} is not in FROM.`,
    remedy: ({ nearest }) => (nearest === null ? 'Name its table in FROM or JOIN.' : nearestIs(nearest)),
  },
  nameTwice: {
    what: ({ name }) => `Two tables in FROM are called ${name}.`,
    remedy: 'Give one of them another name with AS.',
  },
  aliasMissing: { what: 'On this server a subquery in FROM needs a name.' },
  noFunction: {
    what: ({ name }) => `There is no function ${name}.`,
    remedy: ({ nearest }) => nearestIs(nearest),
  },
  functionNotAllowed: {
    what: ({ name }) => `This server does not allow the function ${name}.`,
    remedy: ({ nearest }) =>
      nearest === null ? 'Statements may call only the functions on its list.' : nearestIs(nearest),
  },
  filterNotAllowed: {
    what: 'This server does not allow FILTER.',
    remedy: 'CASE inside the aggregate does the same.',
  },
  noType: { what: ({ name }) => `There is no type ${name}.`, remedy: ({ nearest }) => nearestIs(nearest) },
  argumentsUnfit: {
    what: ({ name, types }) => `${name} can't be called ${types === '' ? 'without a value' : `with ${types}`}.`,
    remedy: ({ types }) => (types === '' ? '' : 'Convert the value to a type that it takes.'),
  },
  operatorUnfit: {
    what: ({ operator, left, right }) =>
      /^(?:=|<>|!=|[<>]=?)$/.test(operator)
        ? `${left} and ${right} can't be compared with ${operator}.`
        : left === ''
          ? `${operator} doesn't work with ${right}.`
          : `${operator} doesn't work between ${left} and ${right}.`,
    remedy: 'Convert one side to the type of the other.',
  },
  operatorUnknown: { what: ({ operator, nearest }) => `PostgreSQL writes ${nearest} instead of ${operator}.` },
  notGrouped: {
    what: ({ column }) => `${column} is neither in GROUP BY nor inside an aggregate such as max.`,
  },
  aggregateMisplaced: {
    what: ({ name, clause }) => `The aggregate ${name} can't stand in ${clause}.`,
    remedy: ({ clause }) =>
      clause === 'WHERE' ? 'WHERE chooses rows before they are grouped; HAVING chooses groups.' : '',
  },
  windowMisplaced: {
    what: ({ name, clause }) => `The window function ${name} can't stand in ${clause}.`,
    remedy: 'Compute it in a subquery, and filter outside of it.',
  },
  rowsMisplaced: {
    what: ({ name, clause }) => `${name} gives several rows, so it can't stand in ${clause}.`,
    remedy: 'Put it into FROM.',
  },
  aggregateNested: {
    what: "An aggregate can't stand inside another one.",
    remedy: 'Compute the inner one in a subquery.',
  },
  notBoolean: {
    what: ({ clause, type }) => `${clause} needs a condition, and this is ${type}.`,
    remedy: 'Compare it with something.',
  },
  positionMissing: {
    what: ({ clause, position }) => `${clause} names column ${position}, which the SELECT list doesn't have.`,
  },
  distinctOrder: {
    what: 'With SELECT DISTINCT, ORDER BY can name only what the SELECT list has.',
  },
  unionCounts: { what: ({ operation }) => `The two sides of ${operation} have different numbers of columns.` },
  unionTypes: {
    what: ({ operation, first, second }) => `${operation} can't put ${first} and ${second} into one column.`,
    remedy: 'Convert one of them.',
  },
  limitNegative: { what: ({ word }) => `${word} can't be negative.` },
  limitOfTwo: { what: 'LIMIT takes one number here; OFFSET says how many rows to skip.' },
  severalRows: {
    what: 'A subquery that stands for one value gave several rows.',
    remedy: 'Let it give one: with LIMIT 1, or with an aggregate such as max.',
  },
  divisionByZero: {
    what: 'A division by zero.',
    remedy: 'With nullif(…, 0) as the divisor the result is empty there.',
  },
  numberTooLarge: {
    what: ({ type }) => `A number became too large for ${type}.`,
    remedy: 'Convert to numeric first, as in n::numeric.',
  },
  valueNotOfType: {
    what: ({ value, type }) => `${value} can't be read as ${type}.`,
  },
  dateOutOfRange: { what: ({ value }) => `${value} is not a date of the calendar, or not written as year-month-day.` },
  patternInvalid: { what: ({ said: reason }) => `The pattern is not a regular expression: ${said(reason)}.` },

  unfinished: {
    what: ({ what }) =>
      what === 'text'
        ? "Syntax error: a text begins here, and its closing ' is missing."
        : what === 'name'
          ? 'Syntax error: a name begins here, and its closing " is missing.'
          : 'Syntax error: a comment begins here, and its closing */ is missing.',
  },
  bracketOpen: { what: 'Syntax error: this bracket is not closed.' },
  bracketTooMany: { what: 'Syntax error: this bracket closes none.' },
  commaTooMany: { what: 'Syntax error: nothing follows this comma.' },
  commaMissing: { what: ({ near }) => `Syntax error: before ${near} a comma is missing.` },
  keywordMisspelt: {
    what: ({ written }) => `Syntax error at ${written}.`,
    remedy: ({ nearest }) => nearestIs(nearest),
  },
  backticks: { what: 'Syntax error: PostgreSQL writes names in double quotes, not in backticks.' },
  listEmpty: { what: 'Syntax error: this list is empty.', remedy: 'Put at least one value into it.' },
  joinWithoutCondition: {
    what: 'Syntax error: this JOIN has no condition.',
    remedy: 'Say with ON or USING which rows belong together.',
  },
  endsEarly: {
    what: ({ last }) => `Syntax error: the statement ends too early, after ${last}.`,
  },
  unexpected: { what: ({ near }) => `Syntax error: ${near} can't stand here.` },
  oddSign: {
    what: ({ kind, line }) => {
      const where = `Syntax error: line ${countWords(line)} has`
      switch (kind) {
        case 'noBreakSpace':
          return `${where} a no-break space, which PostgreSQL takes for a letter.`
        case 'otherSpace':
          return `${where} an unusual space, which PostgreSQL takes for a letter.`
        case 'invisible':
          return `${where} an invisible character (a zero-width space or the like), which PostgreSQL takes for a letter.`
        case 'curlyQuote':
          return `${where} a curly quote; SQL needs straight ones, ' and ".`
      }
    },
  },
})

function isInCapitals(column: string, nearest: string): boolean {
  return column.replaceAll('"', '').toLowerCase() === nearest.replaceAll('"', '').toLowerCase()
}

/** The buttons of fixes, and what goes with an error at its line. */
export const fixWords = catalogue('statementFixes', {
  changeTo: (text: string) => `Change to ${text}`,
  addQuotes: 'Add double quotes',
  addClosing: (sign: string) => `Add ${sign}`,
  remove: (sign: string) => `Remove ${sign}`,
  addComma: 'Add a comma',
  groupBy: (columns: string) => `Add GROUP BY ${columns}`,
  addToGroupBy: (columns: string) => `Add ${columns} to GROUP BY`,
  moveToHaving: 'Move to HAVING',
  convert: (text: string) => `Convert: ${text}`,
  limitOne: 'Add LIMIT 1',
  /** Values that are no numbers then give an empty result. */
  onlyNumbers: 'Leave other values empty',
  using: (column: string) => `Add USING (${column})`,
  nameIt: (name: string) => `Call it ${name}`,
  plainSigns: 'Replace odd signs',
  serverText: 'Server text',
})

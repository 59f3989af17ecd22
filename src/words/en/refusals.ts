import type { Refusals } from '../../protocol/problem.ts'
import { catalogue } from '../catalogue.ts'
import { clause, sentence, type ProblemSentences } from '../problemSentences.ts'

const CHOOSE_TABLE =
  'Choose a table from the list, or check the id. A private table shows only with a token that may read it.'

/** What a server's refusal means, by its code. */
export const refusalSentences = catalogue<ProblemSentences<Refusals>>('refusals', {
  queryTooSlow: {
    what: 'The query took longer than this server allows.',
    remedy: 'Ask for fewer records, or narrow it down.',
  },
  sqlIsOff: { what: 'SQL is off on this server.', remedy: 'The filter form still works.' },
  serverFailed: { what: ({ said }) => sentence(said), remedy: ({ remedy }) => remedy ?? '' },
  refusedPlainly: { what: ({ said }) => sentence(said), remedy: ({ hint }) => (hint === null ? '' : sentence(hint)) },
  queryRefused: { what: ({ said }) => `The server refused the query: ${clause(said)}.` },
  actionUnknown: {
    what: ({ said }) => sentence(said),
    remedy: ({ instance }) => `Check the address and the path prefix of ${instance} in its connection.`,
  },
  functionForbidden: {
    what: ({ name }) => `This server does not allow the function ${name}.`,
    remedy: 'Statements may call only the functions on its list.',
  },
  systemTablesForbidden: {
    what: 'This server does not allow reading system tables.',
    remedy: 'Ask for one of the listed tables.',
  },
  readForbidden: {
    what: ({ instance, table, hasToken }) =>
      hasToken
        ? `${instance} does not let this token read ${table === null ? 'this' : `"${table}"`}.`
        : `${instance} does not let anonymous readers read ${table === null ? 'this' : `"${table}"`}.`,
    remedy: ({ hasToken }) =>
      hasToken ? 'Check the API token in the connection.' : 'Enter an API token in the connection.',
  },
  writeForbidden: {
    what: ({ instance, hasToken }) =>
      hasToken
        ? `${instance} does not let this token write here.`
        : `${instance} does not let anonymous readers write here.`,
    remedy: ({ hasToken }) =>
      hasToken
        ? 'Enter a token with write access in the connection.'
        : 'Enter an API token with write access in the connection.',
  },
  tableNotFound: {
    what: ({ table, instance, address }) =>
      `There is no table "${table}" on ${instance}${address === null ? '' : ` (${address})`}.`,
    remedy: CHOOSE_TABLE,
  },
  tableNotHere: {
    what: ({ table }) => `There is no table "${table}" in this browser.`,
    remedy:
      'Tables of This browser stay on the device where they were made: open the link there, or have the records sent as a file.',
  },
  nothingFound: { what: ({ said }) => sentence(said), remedy: CHOOSE_TABLE },
  placeNotFound: {
    what: ({ said, instance }) => `${instance} refused it: ${clause(said)}.`,
    remedy: 'If tables belong to datasets there, as on CKAN, choose the dataset or resource for the table.',
  },
  writeRefused: { what: ({ said, instance }) => `${instance} refused it: ${clause(said)}.` },
  columnNotFound: {
    what: ({ column }) => `There is no column ${column} here.`,
    remedy: ({ nearest }) =>
      nearest === null
        ? 'Double quotes are for names and keep their case; text values go in single quotes.'
        : `The nearest is "${nearest}". Names in quotes keep their case.`,
  },
  relationNotFound: {
    what: ({ relation, instance }) => `There is no table ${relation} on ${instance}.`,
    remedy: 'Insert table name adds the name of the chosen table, in double quotes.',
  },
  severalStatements: {
    what: 'The server runs one statement at a time.',
    remedy: 'Remove everything after the first semicolon.',
  },
  numberSignRefused: {
    what: 'This server does not take # in SQL.',
    remedy: "Instead of data #>> '{a,b}' write json_extract_path_text(data, 'a', 'b').",
  },
  statementEndsEarly: { what: 'Syntax error: the statement ends too early.' },
  statementChanges: {
    what: ({ verb }) => `Only statements that read run here, and ${verb} changes something.`,
    remedy: 'Use SELECT, VALUES or TABLE.',
  },
  valueUnfit: {
    what: ({ status }) => `The server couldn't run this statement and gave no reason (${status}).`,
    remedy:
      "Most likely a value can't be converted or calculated with: a cast such as ::int fails on text that isn't a number, a division fails on zero.",
  },
  onlyReading: {
    what: ({ said }) => sentence(said),
    remedy: 'Only statements that read are allowed: SELECT, VALUES, TABLE.',
  },
})

import { catalogue } from '../../catalogue.ts'

/**
 * Words that people type for a comparison, beside the names of the operators, with a bar between those that mean the same;
 * of two that fit the longer one is taken. An ellipsis stands for a value.
 */
export const typedWords = catalogue('typed', {
  /** Between two conditions. */
  and: 'and',
  or: 'or',
  days: { yesterday: 'yesterday', today: 'today', tomorrow: 'tomorrow' },
  ranges: 'from … to … | from … until … | from … through … | between … and … | … to …',
  outside: 'outside … to … | not from … to … | not between … and …',
  dates: {
    lessThan: 'before | earlier than | less than',
    greaterThan: 'after | later than | greater than',
    atLeast: 'since | from | on or after | at least',
    atMost: 'until | till | up to | to | on or before | at most',
    isIn: 'in | on | during | is in | is on',
    isNotIn: 'not in | not on | is not in | is not on',
  },
  numbers: {
    lessThan: 'less than | below | under | fewer than | smaller than | before',
    greaterThan: 'greater than | more than | above | over | larger than | after',
    atLeast: 'at least | from | no less than | since',
    atMost: 'at most | up to | to | no more than | until',
    is: 'is | equals',
    isNot: 'is not | isn’t',
  },
  /** Without a value: what has none. */
  empty: 'is empty | is blank',
  notEmpty: 'is not empty | isn’t empty | is not blank | isn’t blank',
  /** Before a number and a unit: `in the last 30 days`. */
  lately: 'in the last | in last | within the last | in the past | last | past',
  notLately: 'not in the last | not in last | not in the past',
  /** A unit beside 1. */
  oneUnit: { days: 'day', weeks: 'week', months: 'month', years: 'year' },
})

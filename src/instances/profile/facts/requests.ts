import * as v from 'valibot'
import type { Way, WriteMethod } from '../../transport/requestEncoding.ts'
import { count, names, text, yesNo, type Fact } from '../fact.ts'

/** How requests have to be made so that this server reads them. All of it is noticed while asking; used by the client. */
export const requestFacts = {
  /** The action API has answered a query, so address and prefix are right. Used to tell a missing list from a wrong address. */
  hasAnswered: yesNo('noticed'),
  /** Answers to searches are like CKAN's, so a 500 is trouble and no refusal, and `filters` are never ignored. */
  isLikeCkan: yesNo('noticed'),
  /** The path prefix under which the API answers, if that is not the one of the connection. */
  prefixFound: text('noticed'),
  /** Parameters of a search beyond the bare interface's own (`offset`, `sort`, …) that were answered: never suspected again. */
  takes: names(),
  /** Parameters that are refused whatever their value: left out of what is sent. Also used to say what can't be had. */
  refuses: names(),
  /** Whether `nulls last` in a sort is read; null until it was asked for. */
  knowsNullsLast: yesNo('noticed'),
  /** The greatest `limit` that is asked for, since greater ones were refused; null where none was. */
  limitTaken: count('noticed', 1),
  /** The greatest `limit` that was answered: it is not suspected. */
  limitRead: count('page'),
  /** Whether a `limit` of 0 is answered; null until it was refused once. */
  readsNoRecords: yesNo('noticed'),
  /** By the id of a table: the fields that can be read of it, where the server refuses names with `#`, and the others. */
  fieldsRead: fieldsRead(),
  /** By the kind of a query (see `requestOf`), how this server wants it instead of the usual way. */
  ways: ways(),
  /** By the name of a writing action, the method that this server wants it by instead of POST. */
  writeMethods: writeMethods(),
  /** By the kind of a query, how long (in characters) the longest was that this server has read in its way: it is not suspected. */
  reads: reads(),
}

function ways(): Fact<Readonly<Record<string, Way>>, 'noticed'> {
  return {
    unknown: {},
    lasts: 'noticed',
    schema: v.record(v.string(), v.picklist(['url', 'form', 'json'])),
    add: (before, news) => ({ ...before, ...news }),
  }
}

function writeMethods(): Fact<Readonly<Record<string, WriteMethod>>, 'noticed'> {
  return {
    unknown: {},
    lasts: 'noticed',
    schema: v.record(v.string(), v.picklist(['POST', 'PUT', 'PATCH'])),
    add: (before, news) => ({ ...before, ...news }),
  }
}

function reads(): Fact<Readonly<Record<string, number>>, 'noticed'> {
  return {
    unknown: {},
    lasts: 'noticed',
    schema: v.record(v.string(), v.number()),
    add: (before, news) => {
      const longer = Object.entries(news).filter(([kind, length]) => length > (before[kind] ?? -1))
      return longer.length === 0 ? before : { ...before, ...Object.fromEntries(longer) }
    },
  }
}

interface FieldsRead {
  readonly readable: readonly string[]
  readonly refused: readonly string[]
}

function fieldsRead(): Fact<Readonly<Record<string, FieldsRead>>, 'tab'> {
  return {
    unknown: {},
    lasts: 'tab',
    schema: v.record(v.string(), v.object({ readable: v.array(v.string()), refused: v.array(v.string()) })),
    add: (before, news) => ({ ...before, ...news }),
  }
}

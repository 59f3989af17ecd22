import type { Query } from '../../src/query/query.ts'

/**
 * Flat queries, and the requests, statements and links they have always had, byte for byte. (A condition without values was
 * `IN ()` in SQL, which is no SQL; it is FALSE.)
 */
export const knownQueries = [
  {
    search: '',
    filters: [],
    sort: [],
    limit: null,
    first: '{"resource_id":"r \\"1\\"","limit":200}',
    later: '{"resource_id":"r \\"1\\"","limit":200,"offset":200,"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" ORDER BY "_id"',
    link: 'v=1&table=r%20%221%22',
  },
  {
    search: 'river',
    filters: [
      ['subject', 'watershed', 'survey'],
      ['stage', 'active'],
    ],
    sort: [],
    limit: null,
    first:
      '{"resource_id":"r \\"1\\"","q":"river","filters":{"subject":["watershed","survey"],"stage":"active"},"limit":200}',
    later:
      '{"resource_id":"r \\"1\\"","q":"river","filters":{"subject":["watershed","survey"],"stage":"active"},"limit":200,"offset":200,"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "subject" IN (\'watershed\', \'survey\') AND "stage" = \'active\' ORDER BY "_id"',
    link: 'v=1&table=r%20%221%22&q=river&filter=%5B%22subject%22,%22watershed%22,%22survey%22%5D&filter=%5B%22stage%22,%22active%22%5D',
  },
  {
    search: '',
    filters: [
      ['a', '1', '2', '3'],
      ['b', 'x'],
      ['a', '3', '2'],
    ],
    sort: [['area', true]],
    limit: 50,
    first:
      '{"resource_id":"r \\"1\\"","filters":{"a":["2","3"],"b":"x"},"limit":200,"sort":["area desc nulls last","_id asc"]}',
    later:
      '{"resource_id":"r \\"1\\"","filters":{"a":["2","3"],"b":"x"},"limit":200,"offset":200,"sort":["area desc nulls last","_id asc"],"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "a" IN (\'1\', \'2\', \'3\') AND "b" = \'x\' AND "a" IN (\'3\', \'2\') ORDER BY "area" DESC NULLS LAST, "_id"',
    link: 'v=1&table=r%20%221%22&filter=%5B%22a%22,%221%22,%222%22,%223%22%5D&filter=%5B%22b%22,%22x%22%5D&filter=%5B%22a%22,%223%22,%222%22%5D&sort=-area&limit=50',
  },
  {
    search: '',
    filters: [
      ['a', '1', '2'],
      ['a', '3'],
    ],
    sort: [
      ['_id', true],
      ['x y', false],
    ],
    limit: 0,
    first: '{"resource_id":"r \\"1\\"","filters":{"a":[]},"limit":200,"sort":["_id desc","\\"x y\\" asc"]}',
    later:
      '{"resource_id":"r \\"1\\"","filters":{"a":[]},"limit":200,"offset":200,"sort":["_id desc","\\"x y\\" asc"],"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "a" IN (\'1\', \'2\') AND "a" = \'3\' ORDER BY "_id" DESC NULLS LAST, "x y"',
    link: 'v=1&table=r%20%221%22&filter=%5B%22a%22,%221%22,%222%22%5D&filter=%5B%22a%22,%223%22%5D&sort=-_id&sort=x%20y&limit=0',
  },
  {
    search: '',
    filters: [['note', ''], ['empty']],
    sort: [],
    limit: null,
    first: '{"resource_id":"r \\"1\\"","filters":{"note":"","empty":[]},"limit":200}',
    later:
      '{"resource_id":"r \\"1\\"","filters":{"note":"","empty":[]},"limit":200,"offset":200,"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "note" = \'\' AND FALSE ORDER BY "_id"',
    link: 'v=1&table=r%20%221%22&filter=%5B%22note%22,%22%22%5D&filter=%5B%22empty%22%5D',
  },
  {
    search: ":noon it\\'s",
    filters: [
      ['__proto__', 'x'],
      ['größe', 'ä', 'Ö'],
    ],
    sort: [['desc', false]],
    limit: 10,
    first:
      '{"resource_id":"r \\"1\\"","q":"noon it \'s","filters":{"__proto__":"x","größe":["ä","Ö"]},"limit":200,"sort":["\\"desc\\" asc","_id asc"]}',
    later:
      '{"resource_id":"r \\"1\\"","q":"noon it \'s","filters":{"__proto__":"x","größe":["ä","Ö"]},"limit":200,"offset":200,"sort":["\\"desc\\" asc","_id asc"],"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "__proto__" = \'x\' AND "größe" IN (\'ä\', \'Ö\') ORDER BY "desc", "_id"',
    link: 'v=1&table=r%20%221%22&q=:noon%20it%5C%27s&filter=%5B%22__proto__%22,%22x%22%5D&filter=%5B%22gr%C3%B6%C3%9Fe%22,%22%C3%A4%22,%22%C3%96%22%5D&sort=desc&limit=10',
  },
  {
    search: '',
    filters: [
      ['a "b"', "it's", '10:30'],
      ['c\\d', 'e\\f'],
    ],
    sort: [
      ['a,b', true],
      ['-x', false],
      ['', false],
      ['+y', true],
    ],
    limit: 12345,
    first:
      '{"resource_id":"r \\"1\\"","filters":{"a \\"b\\"":["it\'s","10:30"],"c\\\\d":"e\\\\f"},"limit":200,"sort":["\\"a,b\\" desc nulls last","\\"-x\\" asc","\\"\\" asc","\\"+y\\" desc nulls last","_id asc"]}',
    later:
      '{"resource_id":"r \\"1\\"","filters":{"a \\"b\\"":["it\'s","10:30"],"c\\\\d":"e\\\\f"},"limit":200,"offset":200,"sort":["\\"a,b\\" desc nulls last","\\"-x\\" asc","\\"\\" asc","\\"+y\\" desc nulls last","_id asc"],"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "a ""b""" IN (\'it\'\'s\', E\'10\\x3a30\') AND "c\\d" = E\'e\\x5cf\' ORDER BY "a,b" DESC NULLS LAST, "-x", "", "+y" DESC NULLS LAST, "_id"',
    link: 'v=1&table=r%20%221%22&filter=%5B%22a%20%5C%22b%5C%22%22,%22it%27s%22,%2210:30%22%5D&filter=%5B%22c%5C%5Cd%22,%22e%5C%5Cf%22%5D&sort=-a,b&sort=%2B-x&sort=%2B&sort=-%2By&limit=12345',
  },
  {
    search: '  ',
    filters: [
      ['t', '  '],
      ['u', 'null'],
    ],
    sort: [['t', false]],
    limit: null,
    first: '{"resource_id":"r \\"1\\"","filters":{"t":"  ","u":"null"},"limit":200,"sort":["t asc","_id asc"]}',
    later:
      '{"resource_id":"r \\"1\\"","filters":{"t":"  ","u":"null"},"limit":200,"offset":200,"sort":["t asc","_id asc"],"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "t" = \'  \' AND "u" = \'null\' ORDER BY "t", "_id"',
    link: 'v=1&table=r%20%221%22&q=%20%20&filter=%5B%22t%22,%22%20%20%22%5D&filter=%5B%22u%22,%22null%22%5D&sort=t',
  },
  {
    search: 'a:b c%d#e&f=g+h',
    filters: [['[]', '{"x":1}', 'a,b']],
    sort: [],
    limit: 7,
    first: '{"resource_id":"r \\"1\\"","q":"a:b c%d e&f=g+h","filters":{"[]":["{\\"x\\":1}","a,b"]},"limit":200}',
    later:
      '{"resource_id":"r \\"1\\"","q":"a:b c%d e&f=g+h","filters":{"[]":["{\\"x\\":1}","a,b"]},"limit":200,"offset":200,"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "[]" IN (E\'{"x"\\x3a1}\', \'a,b\') ORDER BY "_id"',
    link: 'v=1&table=r%20%221%22&q=a:b%20c%25d%23e%26f%3Dg%2Bh&filter=%5B%22%5B%5D%22,%22%7B%5C%22x%5C%22:1%7D%22,%22a,b%22%5D&limit=7',
  },
  {
    search: '',
    filters: [
      ['n', '7'],
      ['n', '7'],
      ['n', '7', '8'],
    ],
    sort: [
      ['n', true],
      ['n', false],
    ],
    limit: null,
    first: '{"resource_id":"r \\"1\\"","filters":{"n":"7"},"limit":200,"sort":["n desc nulls last","n asc","_id asc"]}',
    later:
      '{"resource_id":"r \\"1\\"","filters":{"n":"7"},"limit":200,"offset":200,"sort":["n desc nulls last","n asc","_id asc"],"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "n" = \'7\' AND "n" = \'7\' AND "n" IN (\'7\', \'8\') ORDER BY "n" DESC NULLS LAST, "n", "_id"',
    link: 'v=1&table=r%20%221%22&filter=%5B%22n%22,%227%22%5D&filter=%5B%22n%22,%227%22%5D&filter=%5B%22n%22,%227%22,%228%22%5D&sort=-n&sort=n',
  },
  {
    search: '🐦~!*()',
    filters: [['é', '\n\t', '🐦.']],
    sort: [],
    limit: 1,
    first: '{"resource_id":"r \\"1\\"","q":"🐦~!*()","filters":{"é":["\\n\\t","🐦."]},"limit":200}',
    later:
      '{"resource_id":"r \\"1\\"","q":"🐦~!*()","filters":{"é":["\\n\\t","🐦."]},"limit":200,"offset":200,"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "é" IN (\'\n\t\', \'🐦.\') ORDER BY "_id"',
    link: 'v=1&table=r%20%221%22&q=%F0%9F%90%A6%7E%21%2A%28%29&filter=%5B%22%C3%A9%22,%22%5Cn%5Ct%22,%22%F0%9F%90%A6.%22%5D&limit=1',
  },
  {
    search: 'x',
    filters: [['q', '\ud800']],
    sort: [],
    limit: null,
    first: '{"resource_id":"r \\"1\\"","q":"x","filters":{"q":"\\ud800"},"limit":200}',
    later:
      '{"resource_id":"r \\"1\\"","q":"x","filters":{"q":"\\ud800"},"limit":200,"offset":200,"include_total":false}',
    sql: 'SELECT "_id", "a ""b""" FROM "r ""1""" WHERE "q" = \'\ud800\' ORDER BY "_id"',
    link: 'v=1&table=r%20%221%22&q=x&filter=%5B%22q%22,%22%5Cud800%22%5D',
  },
] as const

/** One of them as a query. */
export function knownQuery({ search, filters, sort, limit }: (typeof knownQueries)[number]): Query {
  return {
    resource: 'r "1"',
    columns: null,
    search,
    where: {
      all: filters.map(([field, ...values]) => ({ id: '', field, op: values.length <= 1 ? 'is' : 'isAnyOf', values })),
    },
    sort: sort.map(([field, descending]) => ({ field, descending })),
    limit,
  }
}

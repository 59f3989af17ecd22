import { expect, test } from 'vitest'
import { unreadParts } from './linkParts.ts'

test.each([
  ['', []],
  ['v=1&base=http://x&prefix=/api&table=t&mode=sql&sql=SELECT 1', []],
  [
    'v=1&table=t&q=salt&filter=%5B%22stage%22%2C%22active%22%5D&sort=-year&nulls=year&limit=5&columns=%5B%22a%22%5D',
    [],
  ],
  ['v=1&table=t&filter=%5B%22stage%22%2C%22act', ['filter=["stage","act']],
  ['v=1&table=t&summary=by:stage,count,sort:-1', []],
  ['v=1&table=t&summary=by:stage,mode:area,coun', ['summary=mode:area', 'summary=coun']],
  ['v=2&table=t&limit=many', ['v=2', 'limit=many']],
  ['v=1&mode=sql&sql=SELECT%20%7B%7Ba%7D%7D&parameters=%7B%22a%22:%22x%22%7D', []],
  ['v=1&mode=sql&parameters=%7B%22a%22:%22x', ['parameters={"a":"x']],
  ['table=t&mode=chart&unknown=1', ['mode=chart', 'unknown=1']],
])('%s', (hash, parts) => {
  expect(unreadParts(`#${hash}`)).toEqual(parts)
})

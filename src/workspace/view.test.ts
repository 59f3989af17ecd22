import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { generatedRuns } from '../../e2e/support/longForm.ts'
import { queryBodies, texts, withoutIds } from '../../e2e/support/generatedQueries.ts'
import { knownQueries, knownQuery } from '../../e2e/support/knownQueries.ts'
import { conditionsOf } from '../query/where.ts'
import { currentView, decodeView, emptyView, encodeView, navigate, type View } from './view.ts'

const filled = texts.filter((value) => value !== '')
const views: fc.Arbitrary<View> = fc
  .record({
    base: fc.option(fc.oneof(fc.webUrl(), filled)),
    prefix: fc.option(filled),
    resource: fc.option(filled),
    mode: fc.constantFrom('filter', 'sql'),
    query: queryBodies,
    sql: texts,
    parameters: texts,
    summary: texts,
    chart: texts,
    layout: texts,
  })
  .map(({ query, ...place }) => ({ ...place, ...query }))

const is = (field: string, ...values: string[]) => ({
  id: '',
  field,
  op: values.length <= 1 ? 'is' : 'isAnyOf',
  values,
})
const read = (hash: string) => withoutIds(decodeView(hash))

describe('the hash of a view', () => {
  test('gives the same view back', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(read(encodeView(view))).toEqual(view)
        expect(read(`#${encodeView(view)}`)).toEqual(view)
      }),
      { numRuns: generatedRuns(1000) },
    )
  })

  test('gives the same view back after a browser has put it into its address', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(read(new URL(`http://host/#${encodeView(view)}`).hash)).toEqual(view)
      }),
    )
  })

  test('is readable', () => {
    const view: View = {
      base: 'https://data.example/ckan',
      prefix: '/en/api/3/action',
      resource: 'field_programmes',
      mode: 'sql',
      search: 'river loch',
      where: { all: [is('subject', 'watershed', 'survey')] },
      columns: null,
      sort: [
        { field: 'area', descending: true },
        { field: '-x', descending: false },
      ],
      limit: 500,
      sql: 'SELECT 1',
      parameters: '',
      summary: '',
      chart: '',
      layout: '',
    }
    expect(encodeView(view)).toBe(
      'v=1&base=https://data.example/ckan&prefix=/en/api/3/action&table=field_programmes&mode=sql&q=river%20loch' +
        '&filter=%5B%22subject%22,%22watershed%22,%22survey%22%5D&sort=-area&sort=%2B-x&limit=500&sql=SELECT%201',
    )
    expect(encodeView(emptyView)).toBe('')
  })

  test('holds the values of parameters, and nothing of them where there are none', () => {
    const view = { ...emptyView, mode: 'sql' as const, sql: 'SELECT {{a}}', parameters: '{"a":["x","y"]}' }
    expect(encodeView(view)).toBe(
      'v=1&mode=sql&sql=SELECT%20%7B%7Ba%7D%7D&parameters=%7B%22a%22:%5B%22x%22,%22y%22%5D%7D',
    )
    expect(encodeView({ ...view, parameters: '' })).not.toContain('parameters')
  })

  test.each(knownQueries)('opens and writes links as it always has: $link', (known) => {
    const { link } = known
    const view: View = { ...emptyView, ...knownQuery(known) }
    expect(encodeView(view)).toBe(link)
    expect(read(link)).toEqual(view)
  })

  test('never ends with a sign that a mail program would leave out of the link', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(encodeView(view)).toMatch(/^(?:|.*[A-Za-z0-9=])$/)
        expect(encodeView(view)).not.toMatch(/[\s"'<>()[\]{}\\^`|#*!~]/)
      }),
    )
  })

  test('replaces halves of surrogate pairs, which no address can hold', () => {
    const view = { ...emptyView, search: 'a\ud800b', where: { all: [is('x', '\udfff', '😀')] } }
    expect(decodeView(encodeView(view))).toMatchObject({ search: 'a\ufffdb' })
    expect(conditionsOf(decodeView(encodeView(view)).where)[0]?.values).toHaveLength(2)
  })

  test('has no place for a token', () => {
    const withToken = { ...emptyView, resource: 'r', token: 'canary', apikey: 'canary' }
    expect(encodeView(withToken)).toBe('v=1&table=r')
    expect(JSON.stringify(decodeView('#v=1&table=r&token=canary&apikey=canary'))).not.toContain('canary')
  })
})

describe('a damaged hash', () => {
  test('never throws, and what it holds can be written and read again', () => {
    const hash = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.tuple(
            fc.constantFrom(
              'v',
              'base',
              'table',
              'mode',
              'q',
              'filter',
              'where',
              'sort',
              'limit',
              'columns',
              'sql',
              'x',
            ),
            texts,
          ),
        )
        .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
      fc.tuple(views, fc.nat(), fc.nat(5)).map(([view, at, cut]) => {
        const whole = encodeView(view)
        const place = at % (whole.length + 1)
        return whole.slice(0, place) + whole.slice(place + cut)
      }),
    )
    fc.assert(
      fc.property(hash, (damaged) => {
        const again = read(encodeView(decodeView(damaged)))
        expect(read(encodeView(again))).toEqual(again)
      }),
      { numRuns: generatedRuns(1000) },
    )
  })

  test.each([
    ['limit=-1', { limit: null }],
    ['limit=1e3', { limit: null }],
    ['limit=99999999999999999999', { limit: null }],
    ['limit=0', { limit: 0 }],
    ['mode=drop', { mode: 'filter' }],
    ['filter={"a":1}', { where: { all: [] } }],
    ['filter=["a",1]', { where: { all: [] } }],
    ['filter=[]', { where: { all: [] } }],
    ['filter=["a"]&filter=[', { where: { all: [{ field: 'a', op: 'is', values: [] }] } }],
    ['q=100%&table=%zz', { search: '100%', resource: '%zz' }],
    ['q=%C3', { search: '\ufffd' }],
    ['q=a=b', { search: 'a=b' }],
    ['q=1&q=2', { search: '1' }],
    ['&&==&q', { search: '' }],
    ['v=2&q=x', { search: 'x' }],
  ])('%s', (hash, expected) => {
    expect(decodeView(hash)).toMatchObject(expected)
  })
})

describe('the address of the page', () => {
  afterEach(() => vi.unstubAllGlobals())

  function page(hash: string) {
    const location = { pathname: '/app/', search: '?x=1', hash }
    const entries: string[] = []
    // An entry gets its state first, without an address.
    const go = (url: string | undefined) => {
      if (url === undefined) return
      entries.push(url)
      location.hash = new URL(url, 'http://host').hash
    }
    vi.stubGlobal('window', {
      location,
      history: {
        pushState: (_: unknown, __: string, url?: string) => go(url),
        replaceState: (_: unknown, __: string, url?: string) => go(url),
      },
    })
    return { location, entries }
  }

  test('gives the same object until its hash changes', () => {
    const { location } = page('#v=1&table=r')
    const view = currentView()
    expect(view.resource).toBe('r')
    expect(currentView()).toBe(view)
    location.hash = '#v=1&table=s'
    expect(currentView()).not.toBe(view)
    expect(currentView().resource).toBe('s')
  })

  test('keeps the ids of conditions', () => {
    const { location } = page('#v=1&filter=["a","x"]&filter=["a","y"]')
    const ids = () => conditionsOf(currentView().where).map(({ id }) => id)
    const [first, second] = ids()
    navigate({ ...currentView(), where: { all: [is('b', 'new'), ...conditionsOf(currentView().where)] } })
    expect(ids().slice(1)).toEqual([first, second])
    location.hash = '#v=1&filter=["a","y"]&filter=["a","z"]'
    expect(ids()).toEqual([second, first])
  })

  test('takes a view, once, and keeps path and query', () => {
    const { entries } = page('')
    expect(navigate({ ...emptyView, resource: 'r', search: 'é "x"' })).toBe(true)
    expect(navigate({ ...emptyView, resource: 'r', search: 'é "x"' })).toBe(false)
    navigate(emptyView, 'replace')
    expect(entries).toEqual(['/app/?x=1#v=1&table=r&q=%C3%A9%20%22x%22', '/app/?x=1'])
    expect(currentView()).toEqual(emptyView)
  })
})

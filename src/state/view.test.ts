import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentView, decodeView, emptyView, encodeView, navigate, type View } from './view.ts'

/** Texts as people and data have them, with the signs that a URL gives a meaning to. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        'a',
        ' ',
        '%',
        '%2',
        '%41',
        '+',
        '&',
        '=',
        '#',
        '?',
        '"',
        "'",
        '\\',
        '\n',
        '-',
        ',',
        '[',
        '🐦',
        'é',
        '\uFEFF',
        '\u0000',
      ),
    )
    .map((list) => list.join('')),
)
const filled = text.filter((value) => value !== '')
const views: fc.Arbitrary<View> = fc.record({
  base: fc.option(fc.oneof(fc.webUrl(), filled)),
  prefix: fc.option(filled),
  resource: fc.option(filled),
  mode: fc.constantFrom('filter', 'sql'),
  search: text,
  filters: fc.array(fc.record({ field: text, values: fc.array(text) })),
  sort: fc.array(fc.record({ field: text, descending: fc.boolean() })),
  limit: fc.option(fc.nat()),
  sql: text,
})

describe('the hash of a view', () => {
  test('gives the same view back', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(decodeView(encodeView(view))).toEqual(view)
        expect(decodeView(`#${encodeView(view)}`)).toEqual(view)
      }),
      { numRuns: 1000 },
    )
  })

  test('gives the same view back after a browser has put it into its address', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(decodeView(new URL(`http://host/#${encodeView(view)}`).hash)).toEqual(view)
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
      filters: [{ field: 'subject', values: ['watershed', 'survey'] }],
      sort: [
        { field: 'area', descending: true },
        { field: '-x', descending: false },
      ],
      limit: 500,
      sql: 'SELECT 1',
    }
    expect(encodeView(view)).toBe(
      'v=1&base=https://data.example/ckan&prefix=/en/api/3/action&table=field_programmes&mode=sql&q=river%20loch' +
        '&filter=%5B%22subject%22,%22watershed%22,%22survey%22%5D&sort=-area&sort=%2B-x&limit=500&sql=SELECT%201',
    )
    expect(encodeView(emptyView)).toBe('')
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
    const view = { ...emptyView, search: 'a\ud800b', filters: [{ field: 'x', values: ['\udfff', '😀'] }] }
    expect(decodeView(encodeView(view))).toMatchObject({ search: 'a\ufffdb' })
    expect(decodeView(encodeView(view)).filters[0]?.values).toHaveLength(2)
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
          fc.tuple(fc.constantFrom('v', 'base', 'table', 'mode', 'q', 'filter', 'sort', 'limit', 'sql', 'x'), text),
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
        const view = decodeView(damaged)
        const again = decodeView(encodeView(view))
        expect(decodeView(encodeView(again))).toEqual(again)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['limit=-1', { limit: null }],
    ['limit=1e3', { limit: null }],
    ['limit=99999999999999999999', { limit: null }],
    ['limit=0', { limit: 0 }],
    ['mode=drop', { mode: 'filter' }],
    ['filter={"a":1}', { filters: [] }],
    ['filter=["a",1]', { filters: [] }],
    ['filter=[]', { filters: [] }],
    ['filter=["a"]&filter=[', { filters: [{ field: 'a', values: [] }] }],
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
    const go = (url: string) => {
      entries.push(url)
      location.hash = new URL(url, 'http://host').hash
    }
    vi.stubGlobal('window', {
      location,
      history: {
        pushState: (_: unknown, __: string, url: string) => go(url),
        replaceState: (_: unknown, __: string, url: string) => go(url),
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

  test('takes a view, once, and keeps path and query', () => {
    const { entries } = page('')
    navigate({ ...emptyView, resource: 'r', search: 'é "x"' })
    navigate({ ...emptyView, resource: 'r', search: 'é "x"' })
    navigate(emptyView, 'replace')
    expect(entries).toEqual(['/app/?x=1#v=1&table=r&q=%C3%A9%20%22x%22', '/app/?x=1'])
    expect(currentView()).toEqual(emptyView)
  })
})

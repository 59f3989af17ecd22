import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fetchSettingsFile, parseSettingsFile } from './settingsFile.ts'
import { settingsFileWords } from './settingsFileWords.ts'

const page = 'https://page.example/tools/rowan/'
const settings = (...instances: unknown[]) => parseSettingsFile(JSON.stringify({ version: 1, instances }), page)

describe('parseSettingsFile', () => {
  test("reads instances; an empty url is the page's own origin", () => {
    const { instances, problem } = settings(
      { title: 'This server', url: '', prefix: '/en/api/3/action', resource: 'field_programmes' },
      { title: ' Data ', url: 'https://Data.example/ckan/' },
      { title: 'Beside', url: '../ckan', prefix: 'api/3/action', tokenHeader: 'X-CKAN-API-Key' },
    )
    expect(problem).toBeNull()
    expect(instances).toEqual([
      {
        id: 'settings:https://page.example',
        title: 'This server',
        baseUrl: 'https://page.example',
        prefix: '/en/api/3/action',
        tokenHeader: 'Authorization',
        resource: 'field_programmes',
        origin: 'settings',
      },
      {
        id: 'settings:https://data.example/ckan',
        title: 'Data',
        baseUrl: 'https://data.example/ckan',
        prefix: '/en/api/3/action',
        tokenHeader: 'Authorization',
        resource: null,
        origin: 'settings',
      },
      {
        id: 'settings:https://page.example/tools/ckan/api/3/action',
        title: 'Beside',
        baseUrl: 'https://page.example/tools/ckan',
        prefix: '/api/3/action',
        tokenHeader: 'X-CKAN-API-Key',
        resource: null,
        origin: 'settings',
      },
    ])
  })

  test('the prefix is taken out of a url that holds it', () => {
    const { instances } = settings(
      { title: 'A', url: 'https://a.example/ckan/en/api/3/action/' },
      { title: 'B', url: 'https://b.example/api/action' },
      { title: 'C', url: 'https://c.example/en/api/3/action', prefix: '/de/api/3/action' },
      { title: 'D', url: 'https://d.example/api' },
    )
    expect(instances.map(({ baseUrl, prefix }) => [baseUrl, prefix])).toEqual([
      ['https://a.example/ckan', '/en/api/3/action'],
      ['https://b.example', '/api/action'],
      ['https://c.example', '/de/api/3/action'],
      ['https://d.example/api', '/en/api/3/action'],
    ])
  })

  test('an empty list is fine', () => {
    expect(settings()).toEqual({ instances: [], problem: null })
  })

  test('leaves out what it can not read, says so, and keeps the rest', () => {
    const { instances, problem } = settings(
      { title: 'A', url: 'https://a.example' },
      { title: 'B' },
      'C',
      { title: 'D', url: 'javascript:alert(1)' },
      { title: '', url: 'https://e.example' },
      { title: 'F', url: 'https://f.example', tokenHeader: 'no header' },
      { title: 'A again', url: 'https://a.example/' },
    )
    expect(instances.map((instance) => instance.title)).toEqual(['A'])
    expect(problem && settingsFileWords(problem)).toBe(
      'Left out: entry 2 of settings.json has no usable "url"; entry 3 of settings.json is not an object; entry 4 of settings.json has a "url" that is not an address; entry 5 of settings.json has no usable "title"; entry 6 of settings.json has no usable "tokenHeader".',
    )
  })

  test.each([
    ['<!doctype html>', 'is not JSON'],
    ['', 'is not JSON'],
    ['{}', '"version": 1'],
    ['[]', '"version": 1'],
    ['null', '"version": 1'],
    ['{"version": 1}', 'a list "instances"'],
    ['{"version": 2, "instances": []}', 'has version 2; this page reads version 1'],
  ])('what is wrong with %j', (text, words) => {
    const { instances, problem } = parseSettingsFile(text, page)
    expect(instances).toEqual([])
    expect(problem && settingsFileWords(problem)).toContain(words)
  })

  test('never throws', () => {
    const entry = fc.record(
      { title: fc.anything(), url: fc.oneof(fc.string(), fc.webUrl()), prefix: fc.string(), resource: fc.anything() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(entry).map((instances) => JSON.stringify({ version: 1, instances })),
        ),
        (text) => {
          for (const instance of parseSettingsFile(text, page).instances)
            expect(instance.baseUrl).toMatch(/^https?:\/\/[^/]/)
        },
      ),
    )
  })
})

describe('fetchSettingsFile', () => {
  test('asks for the file beside the page', async () => {
    const asked: string[] = []
    const read = await fetchSettingsFile((request) => {
      asked.push(request.url)
      return Promise.resolve(Response.json({ version: 1, instances: [{ title: 'A', url: 'https://a.example' }] }))
    }, `${page}index.html`)
    expect(asked).toEqual(['https://page.example/tools/rowan/settings.json'])
    expect(read.instances).toHaveLength(1)
  })

  test('knows an absent file from a host that refuses or does not answer', async () => {
    const absent = await fetchSettingsFile(() => Promise.resolve(new Response('', { status: 404 })), page)
    expect(absent).toEqual({ instances: [], problem: null })
    const refused = await fetchSettingsFile(() => Promise.resolve(new Response('', { status: 403 })), page)
    expect(refused).toEqual({ instances: [], problem: { code: 'status', status: 403 } })
    const silent = await fetchSettingsFile(() => Promise.reject(new TypeError('Failed to fetch')), page)
    expect(silent.problem).toEqual({ code: 'noAnswer' })
  })
})

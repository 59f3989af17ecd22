import { expect, test } from 'vitest'
import { queriesForFile, queriesOfFile, queriesToKeep } from './queriesInFile.ts'
import type { KeptQuery } from './keptQuery.ts'

const rivers = { id: 'own:1', baseUrl: 'https://rivers.example', prefix: '/api/3/action' }
const elsewhere = { ...rivers, id: 'own:2' }
const kept: KeptQuery = {
  id: 'kept:1',
  instanceId: rivers.id,
  title: 'Paused',
  folder: 'Works',
  link: 'v=1&table=t&filter=%5B%22stage%22%2C%22paused%22%5D',
  keptAt: 1,
  count: { records: 7, at: 1 },
}

test('kept queries go to another device with their instance, once each', () => {
  const file = JSON.stringify({ version: 1, instances: [], queries: queriesForFile([kept], [rivers]) })
  const found = queriesOfFile(file)
  const { title, folder, link } = kept
  expect(queriesToKeep(found, [elsewhere], [])).toEqual([{ instanceId: elsewhere.id, title, folder, link }])
  expect(queriesToKeep(found, [rivers], [kept])).toEqual([])
  expect(queriesToKeep(found, [], [])).toEqual([])
  expect(queriesForFile([kept], [elsewhere])).toEqual([])
})

test('of a damaged file what can be read is', () => {
  const good = { url: rivers.baseUrl, prefix: rivers.prefix, title: 'Paused', link: kept.link }
  expect(queriesOfFile(JSON.stringify({ queries: [null, 7, { ...good, title: '' }, good] }))).toEqual([good])
  for (const text of ['', '[]', 'null', '{"queries": 1}', '{']) expect(queriesOfFile(text)).toEqual([])
})

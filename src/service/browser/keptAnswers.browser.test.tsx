import { beforeEach, expect, test } from 'vitest'
import { EARLY_ANSWERS } from '../../protocol/engineMessages.ts'
import { wholeResponse } from '../../protocol/wholeBody.ts'
import { createKeptAnswers } from './keptAnswers.ts'

const about = (asked: string, action = 'datastore_search') =>
  `http://this-browser.invalid/api/3/action/${action}?${asked}`
const get = (url: string) => ({ method: 'GET', url })
const answer = (text: string, status = 200) => wholeResponse(text, { status, headers: {} })

async function kept(): Promise<readonly string[]> {
  if (!(await caches.has(EARLY_ANSWERS))) return []
  const cache = await caches.open(EARLY_ANSWERS)
  return Promise.all((await cache.keys()).map(async (request) => (await (await cache.match(request))?.text()) ?? ''))
}

beforeEach(async () => void (await caches.delete(EARLY_ANSWERS)))

test('keeps the last answers that a page may begin with, and no others', async () => {
  const answers = createKeptAnswers(caches, 0)
  answers.keep(get(about('resource_id=a&offset=200')), answer('a later page'))
  answers.keep(get(about('sql=SELECT+1', 'datastore_search_sql')), answer('of a statement'))
  answers.keep(get(about('resource_id=a&limit=0')), answer('no records'))
  answers.keep({ method: 'POST', url: about('resource_id=a') }, answer('of a form'))
  answers.keep(get(about('resource_id=a')), answer('refused', 404))
  answers.keep(get(about('resource_id=a')), answer('x'.repeat(300_000)))
  answers.keep(get(about('resource_id=a')), answer('first'))
  answers.keep(get(about('resource_id=b')), answer('other'))
  answers.keep(get(about('resource_id=a')), answer('again'))
  await expect.poll(kept).toEqual(['other', 'again'])
  // What was searched for goes before what a table begins with.
  for (let word = 0; word < 20; word += 1) answers.keep(get(about(`resource_id=a&q=${word}`)), answer(`${word}`))
  const words = Array.from({ length: 10 }, (_, at) => `${at + 10}`)
  await expect.poll(kept).toEqual(['other', 'again', ...words])
})

test('keeps nothing any more when it has been told to forget, of this visit or another', async () => {
  const before = createKeptAnswers(caches, 0)
  before.keep(get(about('resource_id=a')), answer('of another visit'))
  await expect.poll(kept).toEqual(['of another visit'])
  const answers = createKeptAnswers(caches, 0)
  answers.keep(get(about('resource_id=b')), answer('not written yet'))
  await answers.forget()
  expect(await kept()).toEqual([])

  answers.keep(get(about('resource_id=b')), answer('being written'))
  await new Promise((resolve) => setTimeout(resolve))
  await answers.forget()
  expect(await kept()).toEqual([])
  answers.keep(get(about('resource_id=b')), answer('after it'))
  await expect.poll(kept).toEqual(['after it'])
})

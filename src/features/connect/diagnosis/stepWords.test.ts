import { expect, test } from 'vitest'
import { ActionError } from '../../../protocol/envelope.ts'
import { purposeWords, stepWords } from './stepWords.ts'

test('a step has a title, a measure and a detail', () => {
  expect(stepWords({ finding: { code: 'hostAnswers', milliseconds: 1284.4 } })).toEqual({
    title: 'The host answers',
    measure: '1,284 ms',
    detail: null,
  })
  expect(stepWords({ finding: { code: 'notReached', part: 'token' } })).toEqual({
    title: 'Token accepted',
    measure: 'not reached',
    detail: null,
  })
})

test('a host of the local network that the browser may block', () => {
  const finding = { code: 'noAnswerInside', host: 'nas.local', space: 'local' } as const
  const https = stepWords({ finding: { ...finding, isPageHttps: true, isMixed: true } }).detail
  expect(https).toContain('connects to your local network: allow Local network access')
  expect(https).toContain('Other browsers refuse http')
  const http = stepWords({ finding: { ...finding, space: 'loopback', isPageHttps: false, isMixed: false } }).detail
  expect(http).toContain('connect to this device: open this page over https')
})

test('an address without an API: what to check is said once, and a table asked for only if there was none', () => {
  const refusal = new ActionError({ kind: 'server', status: 404, message: 'It is a page.' })
  const finding = { code: 'noApi', prefix: '', refusal, isTableAsked: false } as const
  expect(stepWords({ finding })).toMatchObject({
    title: 'There is no action API under /',
    detail:
      'It is a page. Check the address and the path prefix. If this service lists no tables, enter the address of one of them.',
  })
  const page = new ActionError({
    kind: 'server',
    status: 404,
    problem: { code: 'notAnAnswer', status: 404, body: 'isWebPage' },
  })
  expect(stepWords({ finding: { ...finding, refusal: page, isTableAsked: true } }).detail).toBe(
    'The server answered 404 with a web page instead of an API answer. Check the address and the path prefix.',
  )
})

test('a remedy says what it is for', () => {
  expect(purposeWords({ purpose: 'checkToken', header: 'x-key', text: '' })).toContain('must list x-key')
  expect(purposeWords({ purpose: 'setting', text: '' })).toContain('ckan.ini')
})

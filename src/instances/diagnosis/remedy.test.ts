import { expect, test } from 'vitest'
import { statusUrl, tokenRemedies } from './remedy.ts'

test('the address to ask is the one that CKAN always has, or the one of an own prefix', () => {
  expect(statusUrl('https://a.example', '/en/api/3/action')).toBe('https://a.example/api/3/action/status_show')
  expect(statusUrl('https://a.example', '/gis/api')).toBe('https://a.example/gis/api/status_show')
})

test('a token header of its own is a setting too', () => {
  const [setting] = tokenRemedies('https://p.example', 'https://a.example/x', 'X-Key')
  expect(setting?.text).toBe('ckan.cors.origin_whitelist = https://p.example\napitoken_header_name = X-Key')
})

import { expect, test } from 'vitest'
import { addressSpaceOf, reachesInward } from './addressSpace.ts'

test.each([
  ['localhost', 'loopback'],
  ['127.0.0.1', 'loopback'],
  ['[::1]', 'loopback'],
  ['192.168.1.20', 'local'],
  ['172.31.0.4', 'local'],
  ['172.32.0.4', 'public'],
  ['10.1.2.3', 'local'],
  ['[fd00::1]', 'local'],
  ['nas.local', 'local'],
  ['intranet', 'local'],
  ['data.example.org', 'public'],
  ['10.example.org', 'public'],
])('%s is %s', (host, space) => {
  expect(addressSpaceOf(host)).toBe(space)
})

test('a page reaches inward from a wider space into a narrower one only', () => {
  expect(reachesInward({ origin: 'https://page.example' }, '192.168.1.20')).toBe(true)
  expect(reachesInward({ origin: 'http://192.168.1.2' }, 'localhost')).toBe(true)
  expect(reachesInward({ origin: 'http://192.168.1.2' }, '192.168.1.20')).toBe(false)
  expect(reachesInward({ origin: 'http://localhost:4173' }, 'data.example.org')).toBe(false)
})

import { expect, it } from 'vitest'
import { createPeers } from './peers.ts'

function clientOf(proxies: readonly string[], address: string | undefined, forwarded?: string): string {
  const peers = createPeers(proxies)
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
  return peers.of({ from: address, headers })
}

it('is the address of the connection, whatever the header says', () => {
  expect(clientOf([], '192.0.2.7')).toBe('192.0.2.7')
  expect(clientOf([], '192.0.2.7', '198.51.100.1')).toBe('192.0.2.7')
  expect(clientOf([], '::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(clientOf([], undefined)).toBe('local')
})

it('is the last address before the proxies, if these are known', () => {
  const proxies = ['10.0.0.0/8', '::1']
  expect(clientOf(proxies, '10.1.2.3', '203.0.113.9, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1')
  expect(clientOf(proxies, '::1', '2001:db8:1:2:3::4')).toBe('2001:db8:1:2')
  expect(clientOf(proxies, '10.1.2.3', 'unknown')).toBe('10.1.2.3')
  expect(clientOf(proxies, '10.1.2.3')).toBe('10.1.2.3')
  expect(clientOf(proxies, '192.0.2.7', '198.51.100.1')).toBe('192.0.2.7')
})

it('is the network of an IPv6 client', () => {
  expect(clientOf([], '2001:db8::1')).toBe('2001:db8:0:0')
  expect(clientOf([], '2001:0db8:0:0:1:2:3:4')).toBe('2001:db8:0:0')
})

it('refuses a setting that is no address', () => {
  for (const proxy of ['proxy.example', '10.0.0.0/33', '10.0.0.0/x', '/8'])
    expect(() => createPeers([proxy]), proxy).toThrow('ROWAN_PROXIES takes addresses and networks')
})

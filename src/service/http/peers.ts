import { BlockList, isIP } from 'node:net'
import type { AskedRequest } from '../../protocol/handler.ts'

/** On whose account a request is done. */
export interface Client {
  readonly name: string
  /** Whether it has a valid token: its work isn't ended for others, nor before the longest time of any statement. */
  readonly isKnown: boolean
}

/** Where requests come from. */
export interface Peers {
  /**
   * The address of a request's client; `local` if this process made the request itself. Of IPv6 it is the first half, since
   * one client usually has all addresses below it.
   */
  of(request: Pick<AskedRequest, 'from' | 'headers'>): string
  /** Whether this is the address of one of the proxies. */
  isProxy(address: string): boolean
}

/**
 * Behind proxies, given as addresses or networks (`10.0.0.0/8`), the client is the last address in X-Forwarded-For that is
 * no proxy's. From anyone else the header is ignored. Throws an `Error` for people.
 */
export function createPeers(proxies: readonly string[]): Peers {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = familyOf(address)
    const most = family === 'ipv4' ? 32 : 128
    if (family === null || (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most))) {
      throw new Error(
        `ROWAN_PROXIES takes addresses and networks such as 10.0.0.0/8, separated by commas; "${proxy}" is neither`,
      )
    }
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string): boolean => {
    if (proxies.length === 0) return false
    const plain = plainAddress(address)
    const family = familyOf(plain)
    return family !== null && trusted.check(plain, family)
  }

  function at(from: string | undefined, forwarded: string | null): string {
    const peer = plainAddress(from ?? '')
    if (peer === '') return 'local'
    if (!isProxy(peer)) return clientPart(peer)
    const named = (forwarded ?? '').split(',').map((item) => plainAddress(item.trim()))
    return clientPart(named.findLast((address) => isIP(address) !== 0 && !isProxy(address)) ?? peer)
  }

  /** The last addresses; without proxies nothing else says who a client is. */
  const known = new Map<string, string>()
  function remembered(from: string | undefined, forwarded: string | null): string {
    if (proxies.length > 0 || from === undefined) return at(from, forwarded)
    const found = known.get(from) ?? at(from, null)
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(from, found)
    return found
  }

  return { isProxy, of: ({ from, headers }) => remembered(from, headers.get('x-forwarded-for')) }
}

const MOST_REMEMBERED = 1000

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

/** IPv4 addresses arrive as IPv6 ones where the server listens on both. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function clientPart(address: string): string {
  if (isIP(address) !== 6) return address
  const [before = '', after] = address.split('::')
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')]
  const whole =
    after === undefined
      ? first
      : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

import { hostname } from 'node:os'
import { isIP } from 'node:net'

/**
 * Which names of a Host header are this server's: localhost, the machine's own, the one it listens on, those added, and
 * every plain address. Addresses can't be abused for DNS rebinding: the attacker's page has a name, and sends that.
 */
export function hostNames(host: string, added: readonly string[]): (name: string) => boolean {
  const machine = hostname().toLowerCase()
  const names = new Set([
    'localhost',
    machine,
    `${machine}.local`,
    host.toLowerCase(),
    ...added.map((name) => name.toLowerCase()),
  ])
  return (name) => names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

import { hostname } from 'node:os'
import { isIP } from 'node:net'

/**
 * Which host names are this server's: localhost, the machine's own, the one it listens on, those added, and every IP
 * address. IP addresses are safe from DNS rebinding: the attacker's page has a name, and the browser sends that.
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

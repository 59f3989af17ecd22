import type { Asker } from '../../transport/asker.ts'
import { plainResult } from '../probing.ts'

/** What `status_show` says. A server that does not know it may know no more than the interface. */
export interface ServiceFound {
  readonly isTold: boolean
  readonly name: string | null
  /** What the site calls itself; null if it doesn't say, or has kept the name that CKAN begins with. */
  readonly siteTitle: string | null
  /** Whether it explains statements. */
  readonly explains: 'unknown' | 'yes' | 'no'
  /** The functions that statements may call there, if it names them. */
  readonly functions: ReadonlySet<string> | null
}

/** Asks the server what it is. */
export async function askService(ask: Asker): Promise<ServiceFound> {
  const status = plainResult(await ask('status_show', {}))
  if (status === null) return { isTold: false, name: null, siteTitle: null, explains: 'unknown', functions: null }
  const textOf = (name: string) => (typeof status[name] === 'string' ? status[name] : null)
  const title = textOf('site_title')?.trim() ?? ''
  const siteTitle = title === '' || title === 'CKAN' ? null : title
  const name = serviceName(status)
  if (isNamedCkan(name)) return { isTold: true, name, siteTitle, explains: 'no', functions: null }
  const abilities = status['rowan_abilities']
  const explains = !Array.isArray(abilities) ? 'unknown' : abilities.includes('explain') ? 'yes' : 'no'
  const named = status['rowan_functions']
  const functions = Array.isArray(named) ? new Set(named.filter((each) => typeof each === 'string')) : null
  return { isTold: true, name, siteTitle, explains, functions }
}

/** Name and version as `status_show` has them; null if it names neither CKAN nor another product. */
export function serviceName(status: Readonly<Record<string, unknown>>): string | null {
  const { ckan_version: ckan, product, version } = status
  if (typeof ckan === 'string') return `CKAN ${ckan}`
  return typeof product === 'string' ? `${product} ${typeof version === 'string' ? version : ''}`.trim() : null
}

/** Whether the name that `askService` found is a CKAN's. */
export function isNamedCkan(service: string | null): boolean {
  return service?.startsWith('CKAN') === true
}

/** The version of a CKAN in the name that `askService` found; null if it is none. */
export function ckanVersion(service: string | null): readonly [major: number, minor: number] | null {
  const [, major, minor] = /^CKAN (\d+)\.(\d+)/.exec(service ?? '') ?? []
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)]
}

/** Whether a version is that one or a later one. */
export function isAtLeast(
  version: readonly [number, number] | null,
  [major, minor]: readonly [number, number],
): boolean {
  return version !== null && (version[0] > major || (version[0] === major && version[1] >= minor))
}

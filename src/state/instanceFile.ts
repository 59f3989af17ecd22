import { newInstanceId, type Instance } from './instances.ts'
import { readInstanceEntries } from './settings.ts'
import type { OwnInstance } from './workspace.ts'

/** What taking up a file of instances would do; nothing has been done yet. */
export interface InstanceImport {
  readonly added: readonly OwnInstance[]
  /** Own instances of the same address, as they would be; each keeps its id. */
  readonly updated: readonly OwnInstance[]
  /** What of the file changes nothing, and why, in words. */
  readonly leftOut: readonly { readonly title: string; readonly why: string }[]
  /** Why nothing of the file could be read, in words; null where it could. */
  readonly problem: string | null
}

/**
 * The list of instances as the text of a file, of the same shape as a `settings.json`: version, titles, addresses, token
 * headers and usual tables. No token is in it, and no id; the page's own PostgreSQL, which has no address, is left out.
 */
export function writeInstanceFile(instances: readonly Instance[]): string {
  const entries = instances
    .filter(({ origin }) => origin !== 'embedded')
    .map(({ title, baseUrl, prefix, tokenHeader, resource }) => ({
      title,
      url: baseUrl,
      prefix,
      tokenHeader,
      resource,
    }))
  return `${JSON.stringify({ version: 1, instances: entries }, null, 2)}\n`
}

/**
 * Reads such a file against the instances that are known. One of an address that is new gets an id of its own, so that it
 * finds no token; whatever else the file holds, as an id or a token, is not looked at. Never throws.
 */
export function readInstanceFile(text: string, known: readonly Instance[]): InstanceImport {
  if (text.length > LENGTH_MAX) return refused('The file is larger than 1 MB, which no list of instances is.')
  const { instances, problems, problem } = readInstanceEntries(text, null, 'The file')
  if (problem !== null) return refused(problem)
  const added = new Map<string, OwnInstance>()
  const updated: OwnInstance[] = []
  const leftOut = problems.map(({ place, why }) => ({ title: `Entry ${place}`, why }))
  for (const { title, baseUrl, prefix, tokenHeader, resource } of instances) {
    const before = known.find((each) => each.baseUrl === baseUrl && each.prefix === prefix)
    const read = { title, baseUrl, prefix, tokenHeader, resource }
    if (before === undefined) added.set(`${baseUrl} ${prefix}`, { id: newInstanceId(), ...read })
    else if (before.origin !== 'own') leftOut.push({ title, why: 'the host of this page sets this instance' })
    else if (isSame(before, read)) leftOut.push({ title, why: 'it is here already' })
    else updated.push({ id: before.id, ...read })
  }
  return { added: [...added.values()], updated, leftOut, problem: null }
}

const LENGTH_MAX = 1_000_000

function refused(problem: string): InstanceImport {
  return { added: [], updated: [], leftOut: [], problem }
}

function isSame(a: Omit<OwnInstance, 'id'>, b: Omit<OwnInstance, 'id'>): boolean {
  return a.title === b.title && a.tokenHeader === b.tokenHeader && a.resource === b.resource
}

import { newInstanceId, type Instance } from '../instances/instance.ts'
import { instanceFileWords } from '../words/en/instanceFile.ts'
import type { OwnInstance } from './ownInstances.ts'
import type { KeptQuery } from './keptQueries/keptQuery.ts'
import { queriesForFile } from './keptQueries/queriesInFile.ts'
import { readInstanceEntries, type EntryProblem, type FileProblem } from './settingsFile.ts'

/** What importing a file of instances would do; nothing has been done yet. */
export interface InstanceImport {
  readonly added: readonly OwnInstance[]
  /** Own instances of the same address, as they would be; each keeps its id. */
  readonly updated: readonly OwnInstance[]
  /** What of the file changes nothing, and why, in words. */
  readonly leftOut: readonly { readonly title: string; readonly why: string }[]
  /** Why nothing of the file could be read, in words; null if it could. */
  readonly problem: string | null
}

/**
 * The list of instances as the text of a file, of the same shape as a `settings.json`: version, titles, addresses, token
 * headers and usual tables; and the queries that were kept of them. No token is in it, and no id; the page's own PostgreSQL, which has no address, is left out.
 */
export function writeInstanceFile(instances: readonly Instance[], kept: readonly KeptQuery[]): string {
  const written = instances.filter(({ origin }) => origin !== 'embedded')
  const entries = written.map(({ title, baseUrl, prefix, tokenHeader, resource }) => ({
    title,
    url: baseUrl,
    prefix,
    tokenHeader,
    resource,
  }))
  const queries = queriesForFile(kept, written)
  const file = { version: 1, instances: entries, ...(queries.length === 0 ? {} : { queries }) }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Reads such a file against the instances that are known. One of an address that is new gets an id of its own, so that it
 * finds no token; whatever else the file holds, as an id or a token, is not looked at. Never throws.
 */
export function readInstanceFile(text: string, known: readonly Instance[]): InstanceImport {
  if (text.length > LENGTH_MAX) return refused(instanceFileWords.tooLarge)
  const { instances, leftOut: unusable, problem } = readInstanceEntries(text, null)
  if (problem !== null) return refused(fileProblemWords(problem))
  const added = new Map<string, OwnInstance>()
  const updated: OwnInstance[] = []
  const leftOut = unusable.map(({ place, why }) => ({ title: instanceFileWords.entry(place), why: entryWords(why) }))
  for (const { title, baseUrl, prefix, tokenHeader, resource } of instances) {
    const before = known.find((each) => each.baseUrl === baseUrl && each.prefix === prefix)
    const read = { title, baseUrl, prefix, tokenHeader, resource }
    if (before === undefined) added.set(`${baseUrl} ${prefix}`, { id: newInstanceId(), ...read })
    else if (before.origin !== 'own') leftOut.push({ title, why: instanceFileWords.setByHost })
    else if (isSame(before, read)) leftOut.push({ title, why: instanceFileWords.known })
    else updated.push({ id: before.id, ...read })
  }
  return { added: [...added.values()], updated, leftOut, problem: null }
}

const LENGTH_MAX = 1_000_000

function fileProblemWords(problem: FileProblem): string {
  return problem.code === 'version' ? instanceFileWords.version(problem.version) : instanceFileWords[problem.code]
}

function entryWords(why: EntryProblem): string {
  return typeof why === 'string' ? instanceFileWords[why] : instanceFileWords.member(why.member)
}

function refused(problem: string): InstanceImport {
  return { added: [], updated: [], leftOut: [], problem }
}

function isSame(a: Omit<OwnInstance, 'id'>, b: Omit<OwnInstance, 'id'>): boolean {
  return a.title === b.title && a.tokenHeader === b.tokenHeader && a.resource === b.resource
}

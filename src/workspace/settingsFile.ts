import * as v from 'valibot'
import { DEFAULT_PREFIX } from '../protocol/actions.ts'
import type { Handler } from '../protocol/handler.ts'
import { normalBaseUrl, normalPrefix, type Instance } from '../instances/instance.ts'

/** Why one entry of a file of instances could not be used. */
export type EntryProblem = 'address' | 'notObject' | { readonly member: string }

/** Why nothing of a file of instances could be read. */
export type FileProblem =
  | { readonly code: 'notJson' }
  | { readonly code: 'shape' }
  | { readonly code: 'version'; readonly version: number }

/** An entry that was left out; the first is 1. */
export interface LeftOutEntry {
  readonly place: number
  readonly why: EntryProblem
}

export type SettingsFileProblem =
  | FileProblem
  | { readonly code: 'noAnswer' }
  | { readonly code: 'status'; readonly status: number }
  | { readonly code: 'leftOut'; readonly entries: readonly LeftOutEntry[] }

/** The `settings.json` of the page's host. */
export interface SettingsFile {
  readonly instances: readonly Instance[]
  /** What is wrong with the file, if anything. What could be read of it is used all the same. */
  readonly problem: SettingsFileProblem | null
}

/** Reads the settings file beside the page: no instances if there is no such file. Never rejects. */
export async function fetchSettingsFile(handler: Handler, pageUrl: string): Promise<SettingsFile> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await handler(new Request(new URL('settings.json', pageUrl), { cache: 'no-cache', signal }))
    // A host that has no such file names no instances, and nothing is wrong.
    if (response.status === 404) return { instances: [], problem: null }
    if (!response.ok) return { instances: [], problem: { code: 'status', status: response.status } }
    return parseSettingsFile(await response.text(), pageUrl)
  } catch {
    return { instances: [], problem: { code: 'noAnswer' } }
  }
}

/** Reads the text of a `settings.json`; relative addresses in it are resolved against `pageUrl`. Never throws. */
export function parseSettingsFile(text: string, pageUrl: string): SettingsFile {
  const { instances, leftOut, problem } = readInstanceEntries(text, pageUrl)
  return { instances, problem: leftOut.length === 0 ? problem : { code: 'leftOut', entries: leftOut } }
}

/** What a file of instances holds. */
export interface InstanceEntries {
  readonly instances: readonly Instance[]
  readonly leftOut: readonly LeftOutEntry[]
  /** Why nothing of it could be read. */
  readonly problem: FileProblem | null
}

/** Reads a file of instances. Without a `pageUrl` its addresses have to be absolute. Never throws. */
export function readInstanceEntries(text: string, pageUrl: string | null): InstanceEntries {
  const nothing = { instances: [], leftOut: [] }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ...nothing, problem: { code: 'notJson' } }
  }
  const read = v.safeParse(File, json)
  if (!read.success) {
    const other = v.safeParse(v.object({ version: v.number() }), json)
    const isOther = other.success && other.output.version !== 1
    return { ...nothing, problem: isOther ? { code: 'version', version: other.output.version } : { code: 'shape' } }
  }
  const instances = new Map<string, Instance>()
  const leftOut: LeftOutEntry[] = []
  for (const [at, item] of read.output.instances.entries()) {
    const entry = v.safeParse(Entry, item)
    const instance = entry.success ? instanceOfEntry(entry.output, pageUrl) : null
    if (instance === null) leftOut.push({ place: at + 1, why: reason(entry) })
    else if (!instances.has(instance.id)) instances.set(instance.id, instance)
  }
  return { instances: [...instances.values()], leftOut, problem: null }
}

const TIMEOUT_MS = 10_000

const File = v.object({ version: v.literal(1), instances: v.array(v.unknown()) })

const Entry = v.object({
  title: v.pipe(v.string(), v.trim(), v.minLength(1)),
  url: v.string(),
  prefix: v.optional(v.string()),
  tokenHeader: v.optional(v.pipe(v.string(), v.regex(/^[\w!#$%&'*+.^`|~-]+$/)), 'Authorization'),
  resource: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1))), null),
})

/** An empty `url` is the origin of the page itself. */
function instanceOfEntry(entry: v.InferOutput<typeof Entry>, pageUrl: string | null): Instance | null {
  const url = entry.url.trim()
  const given = url === '' && pageUrl !== null ? new URL(pageUrl).origin : url
  if (!URL.canParse(given, pageUrl ?? undefined)) return null
  const address = normalBaseUrl(new URL(given, pageUrl ?? undefined).href)
  if (address === null) return null
  // The whole address of the action API is given as often as the site's.
  const [, baseUrl = address, taken] = API_ADDRESS.exec(address) ?? []
  const prefix = normalPrefix(entry.prefix ?? taken ?? DEFAULT_PREFIX)
  return {
    // Made of the address, so that a link, a draft and a token find the instance again after the file has changed.
    id: `settings:${baseUrl}${prefix === DEFAULT_PREFIX ? '' : prefix}`,
    title: entry.title,
    baseUrl,
    prefix,
    tokenHeader: entry.tokenHeader,
    resource: entry.resource,
    origin: 'settings',
  }
}

/** A base URL and, behind it, a path prefix of CKAN's shape. */
const API_ADDRESS = /^(.*?)((?:\/[a-z]{2,3}(?:_[A-Za-z]+)*)?\/api(?:\/\d+)?\/action)$/

function reason(entry: {
  readonly success: boolean
  readonly issues?: readonly v.BaseIssue<unknown>[] | undefined
}): EntryProblem {
  if (entry.success) return 'address'
  const path = entry.issues?.[0]?.path?.[0]?.key
  return typeof path === 'string' ? { member: path } : 'notObject'
}

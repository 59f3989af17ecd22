import * as v from 'valibot'
import { DEFAULT_PREFIX } from '../protocol/actions.ts'
import { normalBaseUrl, normalPrefix, type Instance } from './instances.ts'

export interface Settings {
  readonly instances: readonly Instance[]
  /** What is wrong with the file, in words; null where nothing is. What could be read of it is used all the same. */
  readonly problem: string | null
}

/** Reads the text of a `settings.json`; `pageUrl` is what its relative addresses stand against. Never throws. */
export function parseSettings(text: string, pageUrl: string): Settings {
  const read = readInstanceEntries(text, pageUrl, 'settings.json')
  if (read.notJson) return broken(`${read.problem} The host of this page has to correct it.`)
  const left = read.problems.map(({ place, why }) => `entry ${place} of settings.json ${why}`)
  return { instances: read.instances, problem: left.length === 0 ? read.problem : `Left out: ${left.join('; ')}.` }
}

/** What a file of instances holds: what could be read, which entries could not (the first is 1) and why. */
export interface InstanceEntries {
  readonly instances: readonly Instance[]
  readonly problems: readonly { readonly place: number; readonly why: string }[]
  /** Why nothing of it could be read, in words. */
  readonly problem: string | null
  readonly notJson: boolean
}

/** Reads a file of instances, called `file` in words. Without a `pageUrl` its addresses have to be absolute. Never throws. */
export function readInstanceEntries(text: string, pageUrl: string | null, file: string): InstanceEntries {
  const nothing = { instances: [], problems: [], notJson: false }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ...nothing, problem: `${file} is not JSON.`, notJson: true }
  }
  const read = v.safeParse(File, json)
  if (!read.success) {
    const version = v.safeParse(v.object({ version: v.number() }), json)
    const problem =
      version.success && version.output.version !== 1
        ? `${file} has version ${version.output.version}; this page reads version 1.`
        : `${file} has to be an object with "version": 1 and a list "instances".`
    return { ...nothing, problem }
  }
  const instances = new Map<string, Instance>()
  const problems: { place: number; why: string }[] = []
  for (const [at, item] of read.output.instances.entries()) {
    const entry = v.safeParse(Entry, item)
    const instance = entry.success ? instanceOfEntry(entry.output, pageUrl) : null
    if (instance === null) problems.push({ place: at + 1, why: reason(entry) })
    else if (!instances.has(instance.id)) instances.set(instance.id, instance)
  }
  return { instances: [...instances.values()], problems, problem: null, notJson: false }
}

/** No instances, and the reason. */
export function broken(problem: string): Settings {
  return { instances: [], problem }
}

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
    // Told by the address, so that a link, a draft and a token find the instance again after the file has changed.
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
}): string {
  if (entry.success) return 'has an url that is no address'
  const path = entry.issues?.[0]?.path?.[0]?.key
  return typeof path === 'string' ? `has no usable "${path}"` : 'is no object'
}

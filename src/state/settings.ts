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
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return broken('settings.json is not JSON. The host of this page has to correct it.')
  }
  const file = v.safeParse(File, json)
  if (!file.success) {
    const version = v.safeParse(v.object({ version: v.number() }), json)
    return version.success && version.output.version !== 1
      ? broken(`settings.json has version ${version.output.version}; this page reads version 1.`)
      : broken('settings.json has to be an object with "version": 1 and a list "instances".')
  }
  const instances = new Map<string, Instance>()
  const problems: string[] = []
  for (const [place, item] of file.output.instances.entries()) {
    const entry = v.safeParse(Entry, item)
    const instance = entry.success ? instanceOfEntry(entry.output, pageUrl) : null
    if (instance === null) problems.push(`entry ${place + 1} of settings.json ${reason(entry)}`)
    else if (!instances.has(instance.id)) instances.set(instance.id, instance)
  }
  const problem = problems.length === 0 ? null : `Left out: ${problems.join('; ')}.`
  return { instances: [...instances.values()], problem }
}

/** No instances, and the reason. */
export function broken(problem: string): Settings {
  return { instances: [], problem }
}

const File = v.object({ version: v.literal(1), instances: v.array(v.unknown()) })

const Entry = v.object({
  title: v.pipe(v.string(), v.trim(), v.minLength(1)),
  url: v.string(),
  prefix: v.optional(v.string(), DEFAULT_PREFIX),
  tokenHeader: v.optional(v.pipe(v.string(), v.regex(/^[\w!#$%&'*+.^`|~-]+$/)), 'Authorization'),
  resource: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1))), null),
})

/** An empty `url` is the origin of the page itself. */
function instanceOfEntry(entry: v.InferOutput<typeof Entry>, pageUrl: string): Instance | null {
  const url = entry.url.trim()
  if (url !== '' && !URL.canParse(url, pageUrl)) return null
  const baseUrl = normalBaseUrl(url === '' ? new URL(pageUrl).origin : new URL(url, pageUrl).href)
  if (baseUrl === null) return null
  const prefix = normalPrefix(entry.prefix)
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

function reason(entry: {
  readonly success: boolean
  readonly issues?: readonly v.BaseIssue<unknown>[] | undefined
}): string {
  if (entry.success) return 'has an url that is no address'
  const path = entry.issues?.[0]?.path?.[0]?.key
  return typeof path === 'string' ? `has no usable "${path}"` : 'is no object'
}

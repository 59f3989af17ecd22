import type { Asker } from '../../transport/asker.ts'
import { plainResult } from '../probing.ts'

/** What `status_show` says. A server that does not know it may know no more than the interface. */
export interface ServiceFound {
  readonly isTold: boolean
  readonly name: string | null
}

/** Asks the server what it is. */
export async function askService(ask: Asker): Promise<ServiceFound> {
  const status = plainResult(await ask('status_show', {}))
  if (status === null) return { isTold: false, name: null }
  const textOf = (name: string) => (typeof status[name] === 'string' ? status[name] : null)
  const ckan = textOf('ckan_version')
  if (ckan !== null) return { isTold: true, name: `CKAN ${ckan}` }
  const product = textOf('product')
  return { isTold: true, name: product === null ? null : `${product} ${textOf('version') ?? ''}`.trim() }
}

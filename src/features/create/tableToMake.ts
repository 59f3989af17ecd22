import * as v from 'valibot'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { databaseType } from '../../formats/columnTypes.ts'
import type { NewColumn } from '../../formats/newTable.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonMember, jsonToPlain } from '../../protocol/jsonText.ts'
import { forceOf } from '../write/force.ts'
import { newId } from '../write/newId.ts'
import { NotShownError, tableIsThere } from '../write/readBack.ts'
import { confirmed, StoppedError, type Change } from '../write/settled.ts'
import { resourcesOf } from './place/datasetResources.ts'

/** Where a new table goes: under an id of its own or, on a CKAN, into a resource or a dataset. */
export type TableTarget =
  | { readonly kind: 'own'; readonly id: string }
  | { readonly kind: 'resource'; readonly id: string }
  | { readonly kind: 'dataset'; readonly id: string }

type Client = Pick<ActionClient, 'write' | 'search' | 'read' | 'tables' | 'profile' | 'identity'>

export interface NewTable {
  readonly target: TableTarget
  /** Its alias; empty for none. */
  readonly name: string
  readonly columns: readonly NewColumn[]
  /** Names of the columns that identify a record; may be empty. */
  readonly key: readonly string[]
}

/**
 * The change that makes the table, without records, and gives its id. Asks first what the dataset has, if it goes into one;
 * and which tables there are, if the server might give the table another id than was asked for.
 */
export async function tableToMake(client: Client, table: NewTable, signal: AbortSignal): Promise<Change<string>> {
  const { target, name } = table
  const before = target.kind === 'dataset' ? await resourcesOf(client, target.id, signal).catch(() => null) : null
  const others = target.kind === 'own' ? await idsOfTables(client, signal).catch(() => null) : null
  signal.throwIfAborted()
  const isThere = (id: string) => tableIsThere(client, id, newId())
  let named: string | null = null
  return {
    send: async (method) => {
      const params = {
        ...targetParams(client, table),
        fields: table.columns.map(({ name: id, type }) => ({ id, type: databaseType(type) })),
        ...(name === '' ? {} : { aliases: [name] }),
        ...(table.key.length === 0 ? {} : { primary_key: table.key }),
      }
      try {
        const { answer } = await client.write('datastore_create', JSON.stringify(params), { signal, method })
        return jsonToPlain(jsonMember(confirmed(answer), 'resource_id') ?? '')
      } catch (error) {
        // What is sent into a resource again makes no second table.
        if (signal.aborted && target.kind !== 'resource')
          throw new StoppedError('Stopped while the table was being made', { cause: error })
        named = error instanceof ActionError ? idIn(error) : null
        throw error
      }
    },
    // Not ended by `signal`, as people also look after they have stopped the change.
    look: async () => {
      if (named !== null && (await isThere(named))) return named
      if (target.kind === 'resource') return (await isThere(target.id)) ? target.id : null
      if (target.kind === 'own') {
        if (await isThere(target.id)) return target.id
        if (client.profile.get().service !== null) return null
        if (others === null) throw new NotShownError('The server may have given it another id')
        const now = await idsOfTables(client)
        const fresh = [...(now ?? [])].filter((id) => !others.has(id))
        if (now === null || fresh.length > 1) throw new NotShownError('Not one new table')
        return fresh[0] ?? null
      }
      if (before === null) throw new NotShownError('What the dataset had before is not known')
      const now = await resourcesOf(client, target.id)
      const made = now.filter((each) => !before.some(({ id }) => id === each.id) && (name === '' || each.name === name))
      const [first, ...further] = made
      if (first === undefined) return null
      // A resource without its table: the server stopped half-way.
      if (further.length > 0 || !(await isThere(first.id))) throw new NotShownError('Not one new table')
      return first.id
    },
  }
}

/** All tables that the server lists; null if it is known to keep the ids that it is given, or not to have such a list. */
async function idsOfTables(client: Client, signal?: AbortSignal): Promise<ReadonlySet<string> | null> {
  const { service, listsTables } = client.profile.get()
  if (service !== null || listsTables !== true) return null
  const tables = await client.tables({ all: true, signal })
  return client.profile.get().moreTables === true ? null : new Set(tables.map(({ id }) => id))
}

/** The id that an answer names although it is none of the API; null if it names none. */
function idIn({ status, serverText }: ActionError): string | null {
  if (status >= 300) return null
  try {
    const named = v.safeParse(v.object({ resource_id: v.string() }), JSON.parse(serverText))
    return named.success ? named.output.resource_id : null
  } catch {
    return null
  }
}

function targetParams(client: Pick<Client, 'identity'>, { target, name }: NewTable): object {
  if (target.kind === 'own') return { resource_id: target.id }
  if (target.kind === 'resource') return { resource_id: target.id, ...forceOf(client, target.id) }
  return { resource: { package_id: target.id, ...(name === '' ? {} : { name }) } }
}

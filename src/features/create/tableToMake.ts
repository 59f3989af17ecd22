import type { ActionClient } from '../../instances/client/actionClient.ts'
import { databaseType } from '../../formats/columnTypes.ts'
import type { NewColumn } from '../../formats/csv/newTable.ts'
import { jsonMember, jsonToPlain } from '../../protocol/jsonText.ts'
import { forceOf } from '../write/force.ts'
import { newId } from '../write/newId.ts'
import { NotShownError, tableIsThere } from '../write/readBack.ts'
import { confirmed, type Change } from '../write/settled.ts'
import { resourcesOf } from './place/datasetResources.ts'

/** Where a new table goes: under an id of its own or, on a CKAN, into a resource or a dataset. */
export type TableTarget =
  | { readonly kind: 'own'; readonly id: string }
  | { readonly kind: 'resource'; readonly id: string }
  | { readonly kind: 'dataset'; readonly id: string }

export interface NewTable {
  readonly target: TableTarget
  /** Its alias; empty for none. */
  readonly name: string
  readonly columns: readonly NewColumn[]
  /** Names of the columns that identify a record; may be empty. */
  readonly key: readonly string[]
}

/** The change that makes the table, without records, and gives its id. Asks first what the dataset has, if it goes into one. */
export async function tableToMake(
  client: Pick<ActionClient, 'write' | 'search' | 'read' | 'identity'>,
  table: NewTable,
  signal: AbortSignal,
): Promise<Change<string>> {
  const { target, name } = table
  const before = target.kind === 'dataset' ? await resourcesOf(client, target.id, signal).catch(() => null) : null
  signal.throwIfAborted()
  const isThere = (id: string) => tableIsThere(client, id, newId())
  return {
    send: async () => {
      const params = {
        ...targetParams(client, table),
        fields: table.columns.map(({ name: id, type }) => ({ id, type: databaseType(type) })),
        ...(name === '' ? {} : { aliases: [name] }),
        ...(table.key.length === 0 ? {} : { primary_key: table.key }),
      }
      const { answer } = await client.write('datastore_create', JSON.stringify(params), { signal })
      return jsonToPlain(jsonMember(confirmed(answer), 'resource_id') ?? '')
    },
    look: async () => {
      if (target.kind !== 'dataset') return (await isThere(target.id)) ? target.id : null
      if (before === null) throw new NotShownError('What the dataset had before is not known')
      const now = await resourcesOf(client, target.id, signal)
      const made = now.filter((each) => !before.some(({ id }) => id === each.id) && (name === '' || each.name === name))
      const [first, ...others] = made
      if (first === undefined) return null
      // A resource without its table: the server stopped half-way.
      if (others.length > 0 || !(await isThere(first.id))) throw new NotShownError('Not one new table')
      return first.id
    },
  }
}

function targetParams(client: Pick<ActionClient, 'identity'>, { target, name }: NewTable): object {
  if (target.kind === 'own') return { resource_id: target.id }
  if (target.kind === 'resource') return { resource_id: target.id, ...forceOf(client, target.id) }
  return { resource: { package_id: target.id, ...(name === '' ? {} : { name }) } }
}

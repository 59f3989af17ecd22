import type { ActionClient } from '../../src/instances/client/actionClient.ts'
import { createActionClient } from '../../src/instances/client/createActionClient.ts'
import type { CopyColumns } from '../../src/protocol/copyMessages.ts'
import { createCopyStore } from '../../src/service/copying/copyStore.ts'
import { createPgliteSql } from '../../src/service/engines/pglite.ts'
import { createService } from '../../src/service/service.ts'
import { emptyPglite } from './emptyPglite.ts'
import { everyTypeTable } from './everyTypeTable.ts'

/** The table of every type as a copy in the copies' database. */
export interface CopiedEveryType {
  readonly id: string
  readonly client: ActionClient
  /** Rows of a statement, by PGlite itself. */
  rowsOf(statement: string): Promise<readonly Record<string, unknown>[]>
  /** Values of its columns, as the page asks for them; throws what is refused. */
  columns(asked: Omit<CopyColumns, 'id'>): Promise<Response>
  drop(): Promise<void>
}

const ID = 'copy_of_every_type'
const BASE = 'http://copies.test'

export async function openCopiedEveryType(): Promise<CopiedEveryType> {
  const db = await emptyPglite()
  const service = await createService(createPgliteSql(db), { access: () => ({ read: true, write: true }) })
  const store = await createCopyStore(db)
  const connection = { baseUrl: BASE, prefix: '/api/3/action', tokenHeader: 'Authorization', token: null }
  await service(
    new Request(`${BASE}/api/3/action/datastore_create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'any' },
      body: JSON.stringify({ resource_id: ID, ...everyTypeTable(new Set()) }),
    }),
  )
  await db.query(`insert into rowan.copies (id, records, state) select $1, count(*), '' from datastore."${ID}"`, [ID])
  return {
    id: ID,
    client: createActionClient(service, connection, { origin: BASE }),
    rowsOf: async (statement) => (await db.query<Record<string, unknown>>(statement)).rows,
    columns: async (asked) => {
      const body = JSON.stringify({ id: ID, ...asked })
      const answer = await store(new Request(`${BASE}/copy/columns`, { method: 'POST', body }))
      if (answer === null || !answer.ok) throw new Error(await answer?.text())
      return answer
    },
    drop: () => db.close(),
  }
}

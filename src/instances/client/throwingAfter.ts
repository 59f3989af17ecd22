import type { ActionClient } from './actionClient.ts'

/** The same client, whose errors come once `prepare` has settled, however it did. */
export function throwingAfter(client: ActionClient, prepare: () => Promise<unknown>): ActionClient {
  const after =
    <Parameters extends readonly unknown[], Answer>(call: (...parameters: Parameters) => Promise<Answer>) =>
    async (...parameters: Parameters): Promise<Answer> => {
      try {
        return await call(...parameters)
      } catch (error) {
        await prepare().catch(() => undefined)
        throw error
      }
    }
  return {
    ...client,
    search: after(client.search.bind(client)),
    sql: after(client.sql.bind(client)),
    write: after(client.write.bind(client)),
    read: after(client.read.bind(client)),
    tables: after(client.tables.bind(client)),
  }
}

import type { SearchPage, SqlAnswer } from '../../protocol/answers.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import type { Table } from '../catalogue/table.ts'
import type { ProfileStore } from '../profile/profile.ts'
import type { WriteMethod } from '../transport/requestEncoding.ts'

/** An answer, and the milliseconds from the sending of the request to the whole of its body. */
export interface Timed<T> {
  readonly answer: T
  readonly milliseconds: number
}

/** The answer to a statement. */
export interface TimedSql extends Timed<SqlAnswer> {
  /** Who is asked for more of it, if not the client that gave it: it came from elsewhere, as from copies. */
  readonly by?: ActionClient
}

/** Some records of a search's result, if the server honours the parameters. */
export interface Searched extends Timed<SearchPage> {
  /** Parameters that were left out because this server refuses them, so the answer does not follow them. */
  readonly leftOut: readonly string[]
}

/** The actions that change something. */
export type WritingAction =
  | 'datastore_create'
  | 'datastore_upsert'
  | 'datastore_delete'
  | 'datastore_records_delete'
  | 'resource_delete'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

export interface WriteOptions extends CallOptions {
  /** The method; if left out, the one that this server has answered before, or else POST. */
  readonly method?: WriteMethod | undefined
}

export interface TablesOptions extends CallOptions {
  /** The whole list is wanted, however long; else its first page. */
  readonly all?: boolean | undefined
}

/**
 * The actions of one instance, as one person. Every failure is an `ActionError` (the server refused, or sent
 * something else than an answer), a `NetworkError`, or the `AbortError` of the given signal.
 */
export interface ActionClient {
  /** The same for equal connections, different for another token. Holds no secret, so it can be a cache key. */
  readonly identity: string
  readonly hasToken: boolean
  /** What is known of this server for this person; the client adds what it notices. */
  readonly profile: ProfileStore
  /** Some records of a table, without the rank that `q` adds to its fields. */
  search(params: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Searched>
  /** Runs one statement; a closing `;` is removed before it is sent. */
  sql(sql: string, options?: CallOptions): Promise<TimedSql>
  /**
   * Calls a writing action once, with that JSON text as its body, so that no digit changes on the way; gives the
   * result's text.
   */
  write(action: WritingAction, params: JsonText, options?: WriteOptions): Promise<Timed<JsonText>>
  /** Calls any other action that only reads, such as one of the site's catalogue; gives the result's text. */
  read(action: string, params: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<JsonText>
  /**
   * The tables with their aliases from `_table_metadata`; those with a name first, by name. None if the server has no
   * such list, which is then in `profile` (`listsTables`), as is whether there are more (`moreTables`).
   */
  tables(options?: TablesOptions): Promise<readonly Table[]>
}

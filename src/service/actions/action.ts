import type { JsonText } from '../../protocol/jsonText.ts'
import type { KnownTables } from '../knownTables.ts'
import type { Params } from '../params.ts'
import type { Sql } from '../sql.ts'
import type { Upkeep } from '../upkeep.ts'

/** What every action is given. */
export interface ActionContext {
  readonly database: Sql
  readonly tables: KnownTables
  readonly upkeep: Upkeep
  readonly params: Params
  readonly rowsDefault: number
  readonly rowsMax: number
  /** PostgreSQL's role for statements of users; null where there is none. */
  readonly readerRole: string | null
  /** Throws CKAN's refusal unless the caller may write; to be called once the parameters are known to be well formed. */
  readonly mayWrite: () => void
}

/** Does what the parameters ask for and returns the result's JSON text; throws a `Refusal`. */
export type Action = (context: ActionContext) => Promise<JsonText>

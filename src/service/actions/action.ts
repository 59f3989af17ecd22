import type { JsonText } from '../../protocol/jsonText.ts'
import type { SqlAccess } from '../sql/sqlAccess.ts'
import type { FilterTally } from '../catalog/filterTally.ts'
import type { Placement } from '../catalog/placement.ts'
import type { KnownTables } from '../catalog/knownTables.ts'
import type { TextInPieces } from '../http/inPieces.ts'
import type { Params } from '../http/params.ts'
import type { SearchPlans } from '../search/searchPlans.ts'
import type { Sql } from '../sql/sql.ts'
import type { Upkeep } from '../catalog/upkeep.ts'
import type { LikelyColumns } from '../search/likelyColumns.ts'

/** What every action gets. */
export interface ActionContext {
  readonly database: Sql
  readonly tables: KnownTables
  readonly upkeep: Upkeep
  readonly tally: FilterTally
  readonly plans: SearchPlans
  readonly likely: LikelyColumns
  readonly params: Params
  /** The address of the request. */
  readonly url: Readonly<URL>
  readonly rowsDefault: number
  readonly rowsMax: number
  /** What the server allows, by name, for `status_show`. */
  readonly limits: () => Readonly<Record<string, number>>
  /** PostgreSQL's role for users' statements; null if there is none. */
  readonly readerRole: string | null
  /** Where tables lie, if not beside the registry: then no statement may read both. */
  readonly placement: Placement | null
  /** Who may run SQL, and the functions that it may call, if the administrator names them. */
  readonly sql: { readonly access: SqlAccess; readonly functions: ReadonlySet<string> | null }
  /** Throws a refusal unless the caller may run SQL. */
  readonly mayRunSql: () => void
  /** Throws CKAN's refusal unless the caller may write. Call it after checking the parameters. */
  readonly mayWrite: () => void
}

/** Carries out a request and returns the result as JSON text, in pieces if it is long, or throws a `Refusal`. */
export type Action = (context: ActionContext) => Promise<JsonText | TextInPieces>

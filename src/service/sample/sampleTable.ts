import type { JsonText } from '../../protocol/jsonText.ts'

/** A table as `datastore_create` takes it, with its records as JSON text so that no digit is lost. */
export interface SampleTable {
  readonly resourceId: string
  readonly alias: string
  readonly fields: readonly {
    readonly id: string
    readonly type: string
    readonly info: { readonly label: string; readonly notes?: string }
  }[]
  readonly primaryKey: readonly string[]
  readonly indexes: readonly string[]
  readonly records: readonly JsonText[]
}

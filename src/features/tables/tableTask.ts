import type { ReactNode } from 'react'
import type { Table } from '../../instances/catalogue/table.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'

/** Files whose records become tables or go into one, one file after the other; none yet to ask for one. */
export interface FilesTask {
  readonly files: readonly File[]
  /** How many files of the task are done with. */
  readonly done: number
  /** The id of the table that the records of the first file go into; null to make a table of it. */
  readonly into: string | null
}

/** A table to delete, or files to make tables from. */
export type TableTask = FilesTask | Table

export interface TableTasks {
  /** Absent if nothing can be written, such as without a token. */
  readonly onNewTable?: (() => void) | undefined
  readonly onDeleteTable?: ((table: Table) => void) | undefined
  /** Adds records of a file to the table that is shown; absent if nothing can be written, or no table is shown. */
  readonly onAddRecords?: (() => void) | undefined
  /** Takes files as if they were dropped. */
  readonly onFiles: (files: readonly File[]) => void
  /** The dialog of the open task. */
  readonly dialog: ReactNode
}

export interface TableTasksOptions {
  readonly instance: Instance
  readonly client: ActionClient
  readonly hasToken: boolean
  /** The id of the table that is shown. */
  readonly current: string | null
  /** This token is known to allow no writing. */
  readonly isKnownNot: boolean
  /** Opens files in the page's own database; null in a page without it. */
  readonly onThisBrowser: ((files: readonly File[]) => void) | null
  /** Opens the connection of this instance, where a token can be entered; null if it takes none. */
  readonly onToken: (() => void) | null
  readonly onOpen: (resource: string) => void
  /** A table was deleted. */
  readonly onDeleted: (table: Table) => void
}

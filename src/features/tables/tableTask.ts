import type { ReactNode } from 'react'
import type { Table } from '../../instances/catalogue/table.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'

/** Files to make tables from, one after the other; none yet to ask for one. */
export interface FilesTask {
  readonly files: readonly File[]
  /** How many files of the task are done with. */
  readonly done: number
}

/** A table to delete, or files to make tables from. */
export type TableTask = FilesTask | Table

export interface TableTasks {
  /** Absent if nothing can be written, such as without a token. */
  readonly onNewTable?: (() => void) | undefined
  readonly onDeleteTable?: ((table: Table) => void) | undefined
  /** Takes files as if they were dropped. */
  readonly onFiles: (files: readonly File[]) => void
  /** The dialog of the open task. */
  readonly dialog: ReactNode
}

export interface TableTasksOptions {
  readonly instance: Instance
  readonly client: ActionClient
  readonly hasToken: boolean
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

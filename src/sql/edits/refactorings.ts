import type { CatalogueIndex } from '../completion/catalogue.ts'
import { addToGroupBy } from './addToGroupBy.ts'
import type { Edited } from './edit.ts'
import { expandStar } from './expandStar.ts'
import { qualifyColumn, qualifyColumns } from './qualifyColumns.ts'

/** Changes of a statement that need nothing but a place. */
export type Refactoring = 'expandStar' | 'qualifyColumn' | 'qualifyColumns' | 'addToGroupBy'

/** One that is for a place: what it changes, or why it can't. */
export interface Refactored {
  readonly refactoring: Refactoring
  readonly edited: Edited
}

type Edit = (text: string, cursor: number, index: CatalogueIndex) => Promise<Edited>

const EDITS: Readonly<Record<Refactoring, Edit>> = { expandStar, qualifyColumn, qualifyColumns, addToGroupBy }

const ORDER: readonly Refactoring[] = ['expandStar', 'qualifyColumn', 'qualifyColumns', 'addToGroupBy']

/** Makes one of them. */
export function refactor(refactoring: Refactoring, ...place: Parameters<Edit>): Promise<Edited> {
  return EDITS[refactoring](...place)
}

/** All that are for this place; those that can't be made are among them, unless there is nothing for them to do. */
export async function refactoringsAt(...place: Parameters<Edit>): Promise<readonly Refactored[]> {
  const found: Refactored[] = []
  for (const refactoring of ORDER) {
    const edited = await refactor(refactoring, ...place)
    if ('edits' in edited || !IDLE.has(edited.refused.code)) found.push({ refactoring, edited })
  }
  return found
}

const IDLE: ReadonlySet<string> = new Set(['elsewhere', 'nothing', 'notGrouped', 'unfinished', 'unusual'])

import { definitionAt } from '../edits/definitionAt.ts'
import { refactor, refactoringsAt } from '../edits/refactorings.ts'
import { renameableAt, renameAt } from '../edits/renameAt.ts'
import type { Answerer } from './answerer.ts'

/** A change of the statement at the cursor. */
export const answerEdit: Answerer<'edit'> = async ({ text, cursor, edit }, held) => ({
  wanted: [],
  ...(await refactor(edit, text, cursor, held.index())),
})

/** All changes for the place of the cursor. */
export const answerRefactorings: Answerer<'refactorings'> = async ({ text, cursor }, held) => {
  const found = await refactoringsAt(text, cursor, held.index())
  return { found, wanted: [...new Set(found.flatMap(({ edited }) => ('refused' in edited ? edited.wanted : [])))] }
}

/** Another name for what is at the cursor. */
export const answerRename: Answerer<'rename'> = async ({ text, cursor, to }, held) => ({
  wanted: [],
  ...(await (to === null ? renameableAt(text, cursor, held.index()) : renameAt(text, cursor, to, held.index()))),
})

/** Where what is named at the cursor is defined. */
export const answerDefine: Answerer<'define'> = async ({ text, cursor }, held) => ({
  wanted: [],
  ...(await definitionAt(text, cursor, held.index())),
})

import type { Answerer } from './answerer.ts'
import type { AnswerOf, Asked, Kind } from './messages.ts'
import type { HeldCatalogue } from './heldCatalogue.ts'

/** Who answers each kind: loaded when it is first asked, so that each is a file of its own. */
const ANSWERERS: { readonly [K in Kind]: () => Promise<Answerer<K>> } = {
  check: () => import('./answerCheck.ts').then(({ answerCheck }) => answerCheck),
  complete: () => import('./answerComplete.ts').then(({ answerComplete }) => answerComplete),
  format: () => import('./answerFormat.ts').then(({ answerFormat }) => answerFormat),
  edit: () => import('./answerEdits.ts').then(({ answerEdit }) => answerEdit),
  refactorings: () => import('./answerEdits.ts').then(({ answerRefactorings }) => answerRefactorings),
  rename: () => import('./answerEdits.ts').then(({ answerRename }) => answerRename),
  define: () => import('./answerEdits.ts').then(({ answerDefine }) => answerDefine),
  meaning: () => import('./answerMeaning.ts').then(({ answerMeaning }) => answerMeaning),
  call: () => import('./answerMeaning.ts').then(({ answerCall }) => answerCall),
  tables: () => import('./answerMeaning.ts').then(({ answerTables }) => answerTables),
  insertion: () => import('./answerMeaning.ts').then(({ answerInsertion }) => answerInsertion),
}

/** The answer to a question. */
export async function answerOf<K extends Kind>({ kind, asked }: Asked<K>, held: HeldCatalogue): Promise<AnswerOf<K>> {
  const answer = await ANSWERERS[kind]()
  return answer(asked, held)
}

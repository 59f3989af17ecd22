import type { Change, Edits } from '../../../editor/edits/edits.ts'
import type { Refusal } from '../../../sql/edits/edit.ts'
import type { TextEdit } from '../../../sql/textEdit.ts'
import type { AnswerOf, AskedOf, Kind } from '../../../sql/worker/messages.ts'
import { sqlEditWords } from '../../../words/en/sql/edits.ts'
import { goToParameter } from '../parameters/parameterFields.ts'
import type { SqlSource } from '../sqlSource.ts'

/** What the editor asks for its changes of a statement, answered in words. */
export function sqlEditsOf(source: Pick<SqlSource, 'ask'>): Edits {
  return {
    async format(text) {
      const answer = await settled(source, 'format', { text, only: null })
      if (answer === null) return null
      if ('edits' in answer) return { edits: answer.edits, stayed: answer.stayed ? stayedOf(answer.stayed) : null }
      return { refused: answer.refused.code === 'nothing' ? sqlEditWords.isFormatted : sentenceOf(answer.refused) }
    },
    async changes(text, cursor) {
      const answer = await settled(source, 'refactorings', { text, cursor })
      return (
        answer?.found.map(({ refactoring, edited }): Change => {
          return { title: sqlEditWords[refactoring], outcome: inWords(edited) }
        }) ?? null
      )
    },
    async renameable(text, cursor) {
      const answer = await settled(source, 'rename', { text, cursor, to: null })
      if (answer === null || 'edits' in answer) return null
      if ('renameable' in answer) return answer.renameable
      const { refused } = answer
      return { refused: refused.code === 'elsewhere' ? sqlEditWords.noName : sentenceOf(refused) }
    },
    async rename(text, cursor, to) {
      const answer = await settled(source, 'rename', { text, cursor, to })
      return answer === null || 'renameable' in answer ? null : inWords(answer)
    },
    async define(text, cursor) {
      const answer = await settled(source, 'define', { text, cursor })
      if (answer === null) return null
      if ('place' in answer) return answer.place
      // Its field is not in the text: then nothing is left to show there.
      if ('parameter' in answer) return goToParameter(answer.parameter) ? null : { refused: sqlEditWords.noDefinition }
      if (answer.refused.code === 'elsewhere') return { refused: sqlEditWords.noDefinition }
      const { refused } = answer
      return { refused: refused.code === 'given' ? sqlEditWords.fieldOfTable(refused.name) : sentenceOf(refused) }
    },
  }
}

function stayedOf({ code }: Refusal): string {
  return code === 'unfinished' ? sqlEditWords.unfinishedStays : sqlEditWords.oneStays
}

type Outcome = { readonly edits: readonly TextEdit[] } | { readonly refused: Refusal }

function inWords(outcome: Outcome): Change['outcome'] {
  return 'edits' in outcome ? { edits: outcome.edits } : { refused: sentenceOf(outcome.refused) }
}

/** The answer with all fields that can be had: a person who asked for a change waits for them. */
async function settled<K extends Kind>(
  source: Pick<SqlSource, 'ask'>,
  kind: K,
  asked: AskedOf<K>,
): Promise<AnswerOf<K> | null> {
  const told = await source.ask(kind, asked)
  if (told === null || told.more === null || told.answer.wanted.length === 0) return told?.answer ?? null
  await told.more
  return (await source.ask(kind, asked))?.answer ?? null
}

/** Why nothing is changed, as a sentence. */
function sentenceOf(refusal: Refusal): string {
  switch (refusal.code) {
    case 'unfinished':
    case 'unusual':
    case 'tooLong':
    case 'changed':
    case 'nothing':
    case 'notGrouped':
    case 'groupingSets':
    case 'star':
    case 'starFirst':
    case 'badName':
      return sqlEditWords[refusal.code]
    case 'elsewhere':
      return sqlEditWords.nothing
    case 'fields':
    case 'ambiguous':
    case 'given':
    case 'taken':
    case 'joined':
      return sqlEditWords[refusal.code](refusal.name)
  }
}

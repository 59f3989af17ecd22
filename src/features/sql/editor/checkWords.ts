import type { Underline } from '../../../editor/checks/underlines.ts'
import type { Diagnostic, FixKind, SqlProblem } from '../../../sql/diagnostics/diagnostic.ts'
import { sqlCheckWords as words } from '../../../words/en/sqlChecks.ts'

/** What was found about a statement, in words. */
export function underlineOf({ start, end, severity, problem, fixes }: Diagnostic): Underline {
  return {
    start,
    end,
    severity,
    message: sentenceOf(problem),
    fixes: fixes.map(({ what, edits }) => ({ title: titleOf(what), edits })),
  }
}

function sentenceOf(problem: SqlProblem): string {
  switch (problem.code) {
    case 'syntax':
      if (problem.message.startsWith('syntax error at end')) return words.unfinished
      return problem.at === null || !problem.message.startsWith('syntax error')
        ? words.syntaxOther(problem.message)
        : words.syntax(problem.at)
    case 'notClosed':
      return words.notClosed[problem.what]
    case 'oddSign':
      return words.oddSign[problem.sign]
    case 'foreignParameter':
      return words.foreignParameter(problem.name, problem.written)
    case 'notSelect':
      return words.notSelect(problem.word)
    case 'onlyReads':
      return words.onlyReads(problem.word)
    case 'unknownTable':
    case 'unknownColumn':
    case 'unknownRelation':
    case 'functionRefused':
      return withNearest(words[problem.code](problem.name), problem.nearest)
    case 'systemTable':
    case 'nameInTextQuotes':
    case 'ckanColumnList':
    case 'ckanColon':
    case 'sameName':
      return words[problem.code](problem.name)
    case 'ambiguousColumn':
      return words.ambiguousColumn(problem.name, problem.relations.join(', '))
    case 'needsQuotes':
      return words.needsQuotes(problem.name, problem.written)
    case 'textInNameQuotes':
      return words.textInNameQuotes(problem.text)
    case 'ckanNeedsBlank':
      return words.ckanNeedsBlank(problem.word)
    case 'notLinked':
      return words.notLinked(problem.tables[0] ?? '', problem.tables[1] ?? '')
    case 'noLimit':
      return words.noLimit(problem.rows, problem.cap)
    case 'tooDeep':
    case 'idNeedsQuotes':
    case 'ckanFilter':
    case 'ckanHash':
    case 'equalsNull':
    case 'notInNull':
      return words[problem.code]
  }
}

function withNearest(sentence: string, nearest: string | null): string {
  return nearest === null ? sentence : `${sentence} ${words.nearest(nearest)}`
}

function titleOf(what: FixKind): string {
  switch (what.do) {
    case 'write':
    case 'quote':
    case 'asText':
    case 'parameter':
      return words.fix[what.do](what.text)
    case 'alias':
      return words.fix.alias(what.name)
    case 'limit':
      return words.fix.limit(what.rows)
    case 'plainSigns':
    case 'addBlank':
    case 'caseForFilter':
    case 'aliases':
    case 'noNulls':
      return words.fix[what.do]
  }
}

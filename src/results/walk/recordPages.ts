import { rowsIn, sameRows, type SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { ProblemError } from '../../protocol/problem.ts'
import type { Searched } from '../../instances/client/actionClient.ts'
import { believedTotal, evidenceOf, isEnd } from './evidence.ts'
import { createMetRecords } from './metRecords.ts'
import { BY_ID, checkSame, goesByRange, ROWS_PER_PAGE, withoutOffset } from './pagesWithoutOffset.ts'
import type { PageQuestion, Plan } from '../plan/plan.ts'
import { tableChanged } from '../tableChanged.ts'

/**
 * Every record that matches, whatever `limit` says, page after page: by `offset`, or, if the server ignores or
 * refuses it, by filters on `_id` (CKAN 2.12) or by SQL. Best matches first has ties in no order, so a search without
 * sort is read by `_id`. Throws if the table changes meanwhile, if records come twice, or if pages can't be read; it
 * never ends before what is known to be there. Calls `ended` with whether these are shown to be all: at the end, or as
 * soon as that can no longer be shown.
 */
export async function* recordPages(
  plan: Plan,
  signal: AbortSignal,
  ended: (isProven: boolean) => void = () => undefined,
): AsyncGenerator<SearchPage, void> {
  const { client, query } = plan
  const ordered = query.search !== '' && query.sort.length === 0 ? plan.as({ sort: BY_ID }) : plan
  const walk = { plan: ordered, signal }
  const met = createMetRecords()
  let first: SearchPage | null = null
  let before: SearchPage | null = null
  let told: number | null = null
  let done = 0
  let isProven = true
  let isStable = false
  for (;;) {
    signal.throwIfAborted()
    const isLast = told !== null && done + ROWS_PER_PAGE >= told
    const question = ordered.page({ offset: done, limit: ROWS_PER_PAGE }, first === null || isLast)
    if (first !== null && before === first && goesByRange(client)) {
      ended(yield* withoutOffset(walk, first, told, { problem: 'pagesRefused', isMore: isMoreThan(first, told) }))
      return
    }
    const page: Searched | null = await pageOrRefusal(question, done, signal)
    const answer: SearchPage | null = page?.answer ?? null
    const meeting = answer === null ? null : met.add(answer)
    const isMixed = first !== null && meeting !== null && meeting.again > 0
    const problem =
      answer === null
        ? 'pagesRefused'
        : meeting?.repeats === true || (first !== null && before === first && sameRows(first.rows, answer.rows))
          ? 'pagesRepeat'
          : isMixed && met.haveIds()
            ? 'pagesOverlap'
            : null
    if (problem !== null) {
      // What is here is the first page: a server that goes on once goes on.
      if (first === null || before !== first) throw new ProblemError({ code: problem })
      const isMore = problem === 'pagesOverlap' || isMoreThan(first, told)
      ended(yield* withoutOffset(walk, first, told, { problem, isMore }))
      return
    }
    if (answer === null) return
    if (first !== null) checkSame(first, answer, told)
    if (isMixed) {
      // Without `_id`, records that look the same may be two; but not if the pages come in another order each time.
      isStable ||= first !== null && (await comesAgain(ordered, first, signal))
      if (!isStable) throw new ProblemError({ code: 'pagesOverlap' })
      isProven = false
      ended(false)
    }
    if (first === null) told = believedTotal(answer, evidenceOf(client))
    done += rowsIn(answer)
    if (rowsIn(answer) > 0 || first === null) yield answer
    const known = evidenceOf(client)
    const isAll = told === null || done >= told
    const isWhole =
      (isAll && known.isTold && told !== null) ||
      (isEnd(answer, ROWS_PER_PAGE, known) && (isAll || rowsIn(answer) === 0))
    if (isWhole) {
      if (told !== null && done !== told) await checkTotal(ordered, told, done, signal)
      ended(isProven)
      return
    }
    if (page?.leftOut.includes('sort') === true && query.search !== '' && mayBeFull(answer))
      throw new ProblemError({ code: 'pagesUnordered' })
    first ??= answer
    before = answer
  }
}

/** Whether as many records came as were asked for, so that nothing but another request can show whether there are more. */
function mayBeFull(page: SearchPage): boolean {
  return rowsIn(page) >= Math.min(ROWS_PER_PAGE, page.limit ?? ROWS_PER_PAGE)
}

/** Whether the total says, or a full page lets expect, that there is more than the first page. */
function isMoreThan(first: SearchPage, told: number | null): boolean {
  if (told !== null) return told > rowsIn(first)
  return mayBeFull(first) && (first.totalIsEstimate || first.total !== rowsIn(first))
}

/** A page; null if the server refuses `offset` itself. */
async function pageOrRefusal({ ask }: PageQuestion, offset: number, signal: AbortSignal) {
  try {
    const page = await ask({ signal })
    return page.leftOut.includes('offset') ? null : page
  } catch (error) {
    const isRefused = error instanceof ActionError && ('offset' in error.fields || '__extras' in error.fields)
    if (isRefused && offset > 0) return null
    throw error
  }
}

/** Whether the first page comes in the same order when it is asked for again. */
async function comesAgain(plan: Plan, first: SearchPage, signal: AbortSignal) {
  const { answer } = await plan.page({ offset: 0, limit: ROWS_PER_PAGE }).ask({ signal })
  return rowsIn(answer) === rowsIn(first) && sameRows(answer.rows, first.rows)
}

/** The records ended elsewhere than the total said. Throws, unless more came than the server knows of. */
async function checkTotal(plan: Plan, told: number, done: number, signal: AbortSignal): Promise<void> {
  if (evidenceOf(plan.client).isTold) throw tableChanged(told, done)
  if (done > told) return
  const answer = await plan.count({ signal })
  if (answer.total !== null && answer.total !== told) throw tableChanged(told, answer.total)
  throw new ProblemError({ code: 'totalNotReached', total: told, given: done })
}

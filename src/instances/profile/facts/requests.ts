import { names, yesNo } from '../fact.ts'

/** How requests have to be made so that this server reads them. All of it is noticed while asking; used by the client. */
export const requestFacts = {
  /** The action API has answered a query, so address and prefix are right. Used to tell a missing list from a wrong address. */
  hasAnswered: yesNo('page'),
  /** Parameters of a search beyond the bare interface's own (`offset`, `sort`, …) that were answered: never suspected again. */
  takes: names(),
  /** Parameters that are refused whatever their value: left out of what is sent. Also used to say what can't be had. */
  refuses: names(),
  /** Whether `nulls last` in a sort is read; null until it was asked for. */
  knowsNullsLast: yesNo('page'),
  /** Whether the body of a query may be a form, which needs no preflight; null until one was sent. */
  takesForms: yesNo('page'),
}

import { useMemo } from 'react'
import type { Checks, Underline } from '../../../editor/checks/underlines.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { QUIET_MS, withoutUnfinished } from '../../../sql/diagnostics/calm.ts'
import type { Diagnostic } from '../../../sql/diagnostics/diagnostic.ts'
import { LONG_TEXT } from '../../../sql/longText.ts'
import { underlineOf } from './checkWords.ts'
import type { SqlSource } from '../sqlSource.ts'

/** What an editor asks for what is wrong in its text, on this instance. */
export function useDiagnostics(source: Pick<SqlSource, 'ask'>, client: ActionClient): Checks {
  const cap = useProfile(client, ({ rowCap }) => rowCap)
  return useMemo(() => checksBy(source, cap), [source, cap])
}

function checksBy(source: Pick<SqlSource, 'ask'>, cap: number | null): Checks {
  const meant = new WeakMap<Underline, Diagnostic>()
  return {
    async check(text, cursor, isTyped) {
      if (text.length > LONG_TEXT) return { found: [], more: null }
      // Of a statement that a link brought nothing is asked before it is run or changed.
      const told = await source.ask('check', { text, cursor, cap }, isTyped)
      if (told === null) return null
      const found = told.answer.found.map((each) => {
        const underline = underlineOf(each)
        meant.set(underline, each)
        return underline
      })
      return { found, more: told.more }
    },
    calm(found, text, cursor) {
      const kept = new Set(
        withoutUnfinished(
          found.flatMap((each) => meant.get(each) ?? []),
          text,
          cursor,
        ),
      )
      return found.filter((each) => {
        const diagnostic = meant.get(each)
        return diagnostic !== undefined && kept.has(diagnostic)
      })
    },
    quietMs: QUIET_MS,
  }
}

import { useCallback } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { wayOf } from '../../query/way.ts'
import type { View } from '../../workspace/view.ts'

/** Tells whether there is a way to ask for what a view shows, by what is known of the server; another function once more is known. */
export function useCanAsk(asker: ActionClient): (view: View) => boolean {
  const sql = useProfile(asker, (profile) => profile.sql)
  const rangeFilters = useProfile(asker, (profile) => profile.rangeFilters)
  return useCallback((view) => wayOf(view, { sql, rangeFilters }) !== null, [sql, rangeFilters])
}

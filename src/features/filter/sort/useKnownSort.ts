import { useMemo, useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Field } from '../../../protocol/field.ts'
import type { View } from '../../../workspace/view.ts'
import { useAllFields } from '../../copyAs/tableFields.ts'
import { isSortRefused, unknownSorts, withKnownSort } from './knownSort.ts'

/** Whose table, and its fields, null or none while unknown. */
export interface KnownSortOf {
  readonly instanceId: string
  readonly client: ActionClient
  readonly view: View
  readonly resource: string | null
  readonly fields: readonly Field[] | null
}

/** A view sorted by what there is. */
export interface KnownSort {
  readonly view: View
  /** What it is sorted by in the link, and no field of the table has. */
  readonly missing: readonly string[]
  /** Takes note of why the records didn't come: the fields are asked for if it may be the sort. */
  readonly heard: (error: Error | null) => void
}

/** The view without sorts by columns that there are not: a link may have been changed on its way, as by the end of a sentence. */
export function useKnownSort({ instanceId, client, view, resource, fields: given }: KnownSortOf): KnownSort {
  const [refused, setRefused] = useState<string | null>(null)
  const isRefused = refused !== null && refused === resource
  const known = given !== null && given.length > 0 ? given : null
  const fields = useAllFields({ instanceId, client, resource, known }, isRefused)
  return {
    view: useMemo(() => withKnownSort(view, fields), [view, fields]),
    missing: useMemo(() => unknownSorts(view, fields), [view, fields]),
    heard: (error) => {
      if (resource !== null && !isRefused && isSortRefused(error, view)) setRefused(resource)
    },
  }
}

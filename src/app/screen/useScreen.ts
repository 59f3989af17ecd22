import { useMemo, useState } from 'react'
import { placeOf } from '../../features/connect/placeOf.ts'
import { loadFailureWords } from '../../features/result/loadFailureWords.ts'
import { openSession } from '../../instances/session.ts'
import { useToken } from '../../instances/tokens.ts'
import { httpHandler } from '../../instances/transport/httpHandler.ts'
import { useEscape } from '../../ui/browser/useEscape.ts'
import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import { emptyView, navigate } from '../../workspace/view.ts'
import { useSharing } from '../share/useSharing.tsx'
import type { InstanceScreenProps } from './screenProps.ts'
import { useListing } from './useListing.tsx'
import { useScreenTable } from './useScreenTable.ts'
import { useScreenTasks } from './useScreenTasks.ts'
import { useScreenTimes } from './useScreenTimes.ts'

/** What the screen of an instance knows: whom it asks, the table that it shows, its lists, and what is open. */
export function useScreen(props: InstanceScreenProps) {
  const { engine, instance, view, instances, picking } = props
  const { token } = useToken(instance)
  const handler = (instance.origin === 'embedded' && engine?.handler) || httpHandler
  const { client } = useMemo(
    () => openSession(handler, instance, token, { origin: window.location.origin, beforeErrors: loadFailureWords }),
    [handler, instance, token],
  )
  const shown = useScreenTable(instance, client, view)
  const { listed, tables, resource, fields, current } = shown
  const times = useScreenTimes(fields, listed.isFetched)
  const listing = useListing(instance, client, listed.data)
  const isPhone = useMediaQuery('(max-width: 639.98px)')
  const isNarrow = useMediaQuery('(max-width: 899.98px)')
  const [isOpen, setOpen] = useState(isPhone && picking !== null)
  const floats = isNarrow && !isPhone
  useEscape(floats && isOpen, () => setOpen(false))
  const place = placeOf(instance, instances)
  const onResource = (chosen: string) => {
    setOpen(false)
    if (chosen !== current) navigate({ ...emptyView, ...place, resource: chosen })
    // It is shown without having been named, such as the first table that was made.
    else if (view.resource === null) navigate({ ...view, ...place, resource: chosen }, 'replace')
  }
  const hasToken = token !== null
  const tasks = useScreenTasks({ ...props, client, hasToken, place, current, onOpen: onResource })
  const title = shown.table ?? instance.title
  const sharing = useSharing({ instance, client, view: { ...view, ...place, resource }, title })
  const state = instance.origin === 'embedded' ? engine?.status() : undefined
  const { isListed, rowCount, portal } = listing
  return {
    client,
    token,
    shown,
    times,
    listing,
    isPhone,
    isNarrow,
    /** On a narrow screen the rail lies over the page, on a phone it is in a sheet: whether it is open there. */
    isOpen,
    setOpen,
    floats,
    /** How links name the instance. */
    place,
    tasks,
    sharing,
    /** What all lists of tables are given. */
    tableProps: {
      instance: instance.title,
      hasToken,
      tables,
      isListed,
      isShut: state?.phase === 'failed' && state.store === null,
      resource,
      onResource,
      rowCount,
      portal,
    },
  }
}

export type Screen = ReturnType<typeof useScreen>

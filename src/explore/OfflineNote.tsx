import { useQueryClient, type QueryFilters } from '@tanstack/react-query'
import { CloudOff, RotateCw, Wifi } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { NetworkError } from '../client/networkError.ts'
import { Note } from './Note.tsx'

/** Says that the device is offline; once it is back, offers to ask again for what did not come meanwhile. */
export function OfflineNote({ instanceId }: { readonly instanceId: string }) {
  const cache = useQueryClient()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const [wasOffline, setWasOffline] = useState(!online)
  if (!online && !wasOffline) setWasOffline(true)
  const lost: QueryFilters = {
    queryKey: [instanceId],
    predicate: ({ state }) => state.status === 'error' && state.error instanceof NetworkError,
  }
  const isLost = cache.getQueryCache().findAll(lost).length > 0
  const goOn = () => {
    setWasOffline(false)
    void cache.resetQueries(lost)
  }
  return (
    <output aria-label="Network">
      {!online && <Note icon={CloudOff}>This device is offline. What has been loaded stays here.</Note>}
      {online && wasOffline && (
        <Note icon={Wifi} end={{ label: isLost ? 'Ask again' : 'Go on', icon: RotateCw, onEnd: goOn }}>
          This device is online again.
        </Note>
      )}
    </output>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

import { useQueryClient, type QueryFilters } from '@tanstack/react-query'
import { CloudOff, RotateCw, Wifi } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { NetworkError } from '../instances/transport/networkError.ts'
import { Note } from '../ui/notes/Note.tsx'
import { appWords } from '../words/en/app.ts'

/** Says that the device is offline; once it is online again, offers to repeat the requests that failed meanwhile. */
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
    <output aria-label={appWords.network}>
      {!online && <Note icon={CloudOff}>{appWords.offline}</Note>}
      {online && wasOffline && (
        <Note icon={Wifi} end={{ label: isLost ? appWords.askAgain : appWords.goOn, icon: RotateCw, onEnd: goOn }}>
          {appWords.online}
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

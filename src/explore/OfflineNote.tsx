import { useQueryClient, type QueryFilters } from '@tanstack/react-query'
import { CloudOff, RotateCw, Wifi } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { NetworkError } from '../client/networkError.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './OfflineNote.module.css'

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
  const goOn = () => {
    setWasOffline(false)
    void cache.resetQueries(lost)
  }
  return (
    <output aria-label="Network">
      {!online && (
        <div className={styles.note}>
          <Icon icon={CloudOff} />
          <p>This device is offline. What has been loaded stays here.</p>
        </div>
      )}
      {online && wasOffline && (
        <div className={styles.note}>
          <Icon icon={Wifi} />
          <p>This device is online again.</p>
          <Button size="sm" icon={RotateCw} onClick={goOn}>
            {cache.getQueryCache().findAll(lost).length > 0 ? 'Ask again' : 'Go on'}
          </Button>
        </div>
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

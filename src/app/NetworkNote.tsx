import { useQueryClient } from '@tanstack/react-query'
import { CloudOff, RotateCw, Unplug } from 'lucide-react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Instance } from '../instances/instance.ts'
import { addressSpaceOf } from '../instances/transport/addressSpace.ts'
import { asker } from '../instances/transport/asker.ts'
import { httpHandler } from '../instances/transport/httpHandler.ts'
import { requestLog } from '../instances/transport/requestLog.ts'
import { lostQueries } from '../results/queries.ts'
import { Note } from '../ui/notes/Note.tsx'
import { showToast } from '../ui/Toast.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { appWords } from '../words/en/app.ts'
import { createReconnect, type Reconnecting } from './reconnect.ts'

export interface NetworkNoteProps {
  readonly instance: Instance
  readonly token: string | null
  /** The table that is shown; null if none is. */
  readonly resource: string | null
}

/**
 * Says that the device is offline, or that the server has gone. As soon as it answers again, what was lost is repeated
 * where one was: searches and lists, and never a change or a statement, which belong to the user.
 */
export function NetworkNote({ instance, token, resource }: NetworkNoteProps) {
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const { state, tryNow } = useReconnect({ instance, token, resource })
  return (
    <output aria-label={appWords.network}>
      {!online && <Note icon={CloudOff}>{appWords.offline}</Note>}
      {online && (state.kind === 'waiting' || state.kind === 'asking') && (
        <Note icon={Unplug} end={{ label: appWords.tryNow, icon: RotateCw, onEnd: tryNow }}>
          {appWords.gone(instance.title)} <VisuallyHidden>{appWords.triesAgain}</VisuallyHidden>
          {/* Read out once, not each second. */}
          <span aria-hidden="true">
            {state.kind === 'waiting' ? <Countdown key={state.at} to={state.at} /> : appWords.trying}
          </span>
        </Note>
      )}
    </output>
  )
}

function Countdown({ to }: { readonly to: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return appWords.tryingIn(Math.max(1, Math.ceil((to - now) / 1000)))
}

interface Shown {
  readonly state: Reconnecting
  readonly tryNow: () => void
}

const NOTHING_LOST: Shown = { state: { kind: 'nothingLost' }, tryNow: () => undefined }

function useReconnect({ instance, token, resource }: NetworkNoteProps) {
  const cache = useQueryClient()
  const [shown, setShown] = useState(NOTHING_LOST)
  const ask = useEffectEvent(() => isAnswering({ instance, token, resource }))
  useEffect(() => {
    const lost = lostQueries(instance.id)
    const isOnDevice = addressSpaceOf(new URL(instance.baseUrl, window.location.href).hostname) === 'loopback'
    const isSeen = () => document.visibilityState === 'visible'
    const reconnect = createReconnect({
      ask: () => ask(),
      repeat: () => void cache.refetchQueries(lost),
      mayAsk: () => isSeen() && (navigator.onLine || isOnDevice),
      now: () => Date.now(),
    })
    const tryNow = () => reconnect.hurry(true)
    reconnect.subscribe(() => setShown({ state: reconnect.get(), tryNow }))
    let isDue = false
    const look = () => {
      isDue = false
      reconnect.hear(cache.getQueryCache().findAll(lost).length > 0)
    }
    // Not in the middle of a change, which a component may be drawing, and once after many.
    const unsubscribe = cache.getQueryCache().subscribe(() => {
      if (!isDue) queueMicrotask(look)
      isDue = true
    })
    look()
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', () => isSeen() && reconnect.hurry(false), { signal })
    window.addEventListener('online', tryNow, { signal })
    window.addEventListener('online', () => showToast(appWords.online), { signal })
    return () => {
      controller.abort()
      unsubscribe()
      reconnect.stop()
    }
  }, [cache, instance.id, instance.baseUrl])
  return shown
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** One record at most, not counted: whatever is answered, the server is there. */
async function isAnswering({ instance, token, resource }: NetworkNoteProps): Promise<boolean> {
  const { baseUrl, prefix, tokenHeader } = instance
  const connection = { baseUrl, prefix, tokenHeader, token }
  const ask = asker(requestLog.keep(httpHandler, instance.id), connection, { origin: window.location.origin })
  const params = { resource_id: resource ?? '_table_metadata', limit: 1, include_total: false }
  const reply = await ask('datastore_search', params)
  return reply !== null && (reply.status < 502 || reply.status > 504)
}

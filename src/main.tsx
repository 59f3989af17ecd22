import './ui/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { httpHandler } from './client/httpHandler.ts'
import { createQueryClient } from './client/queries.ts'
import { keepForOffline } from './embedded/keepForOffline.ts'
import { startWorker } from './embedded/startWorker.ts'
import { createThisBrowserEngine } from './embedded/thisBrowserEngine.ts'
import { prefetchFirstPage } from './explore/prefetchFirstPage.ts'
import { currentToken } from './state/tokens.ts'
import { currentView } from './state/view.ts'
import { loadSettings, offerThisBrowser, onInstancesKnown } from './state/workspace.ts'

/** The first records, which are on their way when PostgreSQL has opened, need the machine more. */
const KEEP_AFTER_MS = 1000

// Before anything is drawn: the first request for records waits for nothing but this.
const cache = createQueryClient()
const engine = startWorker === null ? null : createThisBrowserEngine(startWorker)
onInstancesKnown((instances) => {
  const { origin } = window.location
  prefetchFirstPage(cache, {
    instances,
    view: currentView(),
    token: currentToken,
    handler: httpHandler,
    engine: engine?.handler ?? null,
    origin,
  })
})
void loadSettings(httpHandler)
if (engine !== null) {
  offerThisBrowser()
  const unsubscribe = engine.subscribe(() => {
    if (engine.status().phase !== 'open') return
    unsubscribe()
    if (import.meta.env.PROD) setTimeout(() => void keepForOffline(), KEEP_AFTER_MS)
  })
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <App cache={cache} engine={engine} />
  </StrictMode>,
)

import '../ui/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { httpHandler } from '../instances/transport/httpHandler.ts'
import { createQueryClient } from '../results/queries.ts'
import { SqlMode } from '../features/sql/SqlMode.tsx'
import { holdKeptBuild, keepForOffline } from '../embedded/keepForOffline.ts'
import { startWorker } from '../embedded/startWorker.ts'
import { createThisBrowserEngine } from '../embedded/thisBrowserEngine.ts'
import { reportMissing } from '../ui/later.tsx'
import { loadLaterWhenIdle } from './loadLaterWhenIdle.ts'
import { prefetchFirstPage } from './prefetchFirstPage.ts'
import { currentToken } from '../instances/tokens.ts'
import { currentView } from '../workspace/view.ts'
import { isInProgram, loadLanguage } from '../words/language.ts'
import { loadSettingsFile, offerThisBrowser, onInstancesKnown } from '../workspace/knownInstances.ts'

/** The first records, which are on their way when PostgreSQL has opened, need the machine more. */
const KEEP_AFTER_MS = 1000

// Before anything is drawn: the first request for records waits for nothing but this.
const cache = createQueryClient()
if (currentView().mode === 'sql') SqlMode.load()
loadLaterWhenIdle(cache)
const engine =
  startWorker === null ? null : createThisBrowserEngine(startWorker, () => reportMissing('another build', null))
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
void loadSettingsFile(httpHandler)
if (engine !== null) {
  offerThisBrowser()
  void holdKeptBuild()
  const unsubscribe = engine.subscribe(() => {
    if (engine.status().phase !== 'open') return
    unsubscribe()
    if (import.meta.env.PROD) setTimeout(() => void keepForOffline(), KEEP_AFTER_MS)
  })
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
const draw = () =>
  createRoot(root).render(
    <StrictMode>
      <App cache={cache} engine={engine} />
    </StrictMode>,
  )
// No await here: a program that waits at its top is cut into many more files, each asked for at the start.
if (isInProgram) draw()
else void loadLanguage().then(draw)

import '../ui/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { httpHandler } from '../instances/transport/httpHandler.ts'
import { provideCopies } from '../copies/copiesEngine.ts'
import type { CopyOrigin } from '../copies/copyOrigin.ts'
import { provideOrigins } from '../copies/copyOrigins.ts'
import { createQueryClient } from '../results/queries.ts'
import { SqlMode } from '../features/sql/SqlMode.tsx'
import { withEarlySettings } from '../embedded/earlyStart.ts'
import { noteEngine } from '../embedded/engineNote.ts'
import { holdKeptBuild, keepForOffline } from '../embedded/keepForOffline.ts'
import { scriptUrl } from '../embedded/scriptUrl.ts'
import { startWorker } from '../embedded/startWorker.ts'
import { createThisBrowserEngine } from '../embedded/thisBrowserEngine.ts'
import type { EngineName } from '../protocol/engineMessages.ts'
import { loadOperators } from '../query/operators/loadOperators.ts'
import { needsOperators } from '../query/operators/registry.ts'
import { afterFirstAnswer } from '../ui/browser/afterFirstAnswer.ts'
import { laterComponent, reportMissing } from '../ui/later.tsx'
import { loadLaterWhenIdle } from './loadLaterWhenIdle.ts'
import { prefetchFirstPage } from './prefetchFirstPage.ts'
import { provideWorkers } from '../mirror/startMirror.ts'
import { loadFailureWords } from '../features/result/loadFailureWords.ts'
import { thisBrowser, type Instance } from '../instances/instance.ts'
import { openSession } from '../instances/session.ts'
import { currentToken } from '../instances/tokens.ts'
import { deviceStorage } from '../workspace/deviceStorage.ts'
import { openLinks } from '../workspace/links/linkArrival.ts'
import { followHistory } from '../workspace/sheets/sheets.ts'
import { currentView, queryNamesInLink } from '../workspace/view.ts'
import { isInProgram, loadLanguage } from '../words/language.ts'
import { knownInstances, loadSettingsFile, offerThisBrowser, onInstancesKnown } from '../workspace/knownInstances.ts'

/** What else the page loads once its first records are here needs the machine more. */
const KEEP_AFTER_MS = 1000

const EmbeddedPage = laterComponent(() => import('./embed/EmbeddedPage.tsx').then((module) => module.EmbeddedPage))

/** A view in another page's frame; the host's policy for frames knows it by the same mark. */
const isEmbedded = new URLSearchParams(window.location.search).get('embed') === '1'

const cache = createQueryClient()
const hearOtherBuild = () => reportMissing('another build', null)
const hearOpen = () => {
  if (import.meta.env.PROD) setTimeout(() => afterFirstAnswer(() => void keepForOffline()), KEEP_AFTER_MS)
}
const createEngine = (name: EngineName, start: () => Worker) =>
  createThisBrowserEngine(name, start, hearOtherBuild, hearOpen)
const engine = startWorker === null || isEmbedded ? null : createEngine('rowan-postgres-18', startWorker)
if (startWorker !== null && !isEmbedded) {
  provideCopies(createEngine('rowan-copies-18', startWorker), window.location)
  provideOrigins(originIn)
  provideWorkers((address) => new Worker(scriptUrl(address), { type: 'module' }))
}

// No await here: a program that waits at its top is cut into many more files, each asked for at the start.
openLinks(() => {
  if (needsOperators(queryNamesInLink(window.location.hash))) void loadOperators().then(begin, beginWithout)
  else begin()
})

/** What a link asks for must not be left out unsaid. */
function beginWithout(reason: unknown): void {
  begin()
  reportMissing(reason, () => window.location.reload())
}

function begin(): void {
  ask()
  if (!isEmbedded) loadLaterWhenIdle(cache, engine)
  if (engine !== null) {
    offerThisBrowser()
    void holdKeptBuild()
    engine.subscribe(() => {
      if (engine.status().early === 'wrong') void cache.resetQueries({ queryKey: [thisBrowser.id] })
    })
  }
  if (!isEmbedded) followHistory()
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element with the id root')
  const draw = () =>
    createRoot(root).render(
      <StrictMode>{isEmbedded ? <EmbeddedPage cache={cache} /> : <App cache={cache} engine={engine} />}</StrictMode>,
    )
  if (isInProgram) draw()
  else void loadLanguage().then(draw)
}

/** Before anything is drawn: the first request for records waits for nothing but this. */
function ask(): void {
  if (isEmbedded) EmbeddedPage.load()
  else if (currentView().mode === 'sql') SqlMode.load()
  onInstancesKnown((instances) => {
    const { origin } = window.location
    prefetchFirstPage(cache, {
      instances: isEmbedded ? instances.filter((instance) => instance.origin === 'settings') : instances,
      view: currentView(),
      token: isEmbedded ? () => null : currentToken,
      handler: httpHandler,
      engine: engine?.handler ?? null,
      origin,
    })
    if (!isEmbedded) noteEngine(deviceStorage, engine !== null && instances[0]?.origin === 'embedded')
  })
  void loadSettingsFile(withEarlySettings(httpHandler))
}

/** An instance whose tables may be copied, as the person who uses it now. */
function originIn(isMeant: (instance: Instance) => boolean): CopyOrigin | null {
  const instance = knownInstances().find(isMeant)
  const isOwn = instance?.origin === 'embedded'
  const handler = isOwn ? engine?.handler : httpHandler
  if (instance === undefined || handler === undefined) return null
  const token = isOwn ? null : currentToken(instance)
  const page = { origin: window.location.origin, beforeErrors: loadFailureWords }
  return { instance, token, client: openSession(handler, instance, token, page).client }
}

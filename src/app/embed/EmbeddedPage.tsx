import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { loadFailureWords } from '../../features/result/loadFailureWords.ts'
import { queryParts } from '../../features/filter/queryParts.ts'
import { tableTitle } from '../../features/tables/tableNames.ts'
import { useTables } from '../../features/tables/useTables.ts'
import { instanceOf, thisBrowser, type Instance } from '../../instances/instance.ts'
import { openSession } from '../../instances/session.ts'
import { httpHandler } from '../../instances/transport/httpHandler.ts'
import { fieldKind } from '../../protocol/field.ts'
import { tablesQuery } from '../../results/queries.ts'
import { Icon, Mark } from '../../ui/Icon.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { embedWords } from '../../words/en/embed.ts'
import { useInstances, useSettingsFileLoaded } from '../../workspace/knownInstances.ts'
import { shownTable } from '../../workspace/shownTable.ts'
import { encodeView, useView, type View } from '../../workspace/view.ts'
import { isUndecided } from '../../query/datedQuery.ts'
import { useTableFields } from '../../features/tables/useTableFields.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { LinkNote } from '../LinkNote.tsx'
import { readSummary } from '../../summary/summaryLink.ts'
import { summaryText } from '../../features/summarise/summaryText.ts'
import { EmbeddedSummary } from './EmbeddedSummary.tsx'
import { EmbeddedSearch } from './EmbeddedSearch.tsx'
import { EmbeddedStatement } from './EmbeddedStatement.tsx'
import styles from './Embedded.module.css'

/**
 * A view in another page's frame: the result, what it is in words, and the way to Rowan. It sends no token and offers no
 * change, whatever this browser has kept, and asks only the instances of the host's `settings.json`.
 */
export function EmbeddedPage({ cache }: { readonly cache: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={cache}>
        <EmbeddedView />
        <LinkNote />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function EmbeddedView() {
  const view = useView()
  const isLoaded = useSettingsFileLoaded()
  const all = useInstances()
  const offered = useMemo(() => all.filter(({ origin }) => origin === 'settings'), [all])
  if (!isLoaded) return <Frame view={view} sentence={embedWords.loading} />
  const chosen = instanceOf(view, offered)
  if (chosen.kind === 'known')
    return <EmbeddedInstance key={chosen.instance.id} instance={chosen.instance} view={view} />
  const why =
    chosen.kind === 'none'
      ? embedWords.nothing
      : chosen.baseUrl === thisBrowser.baseUrl
        ? embedWords.thisBrowser
        : embedWords.unknown(chosen.baseUrl)
  return (
    <Frame view={view} sentence="">
      <p className={styles.note}>{why}</p>
    </Frame>
  )
}

function EmbeddedInstance({ instance, view }: { readonly instance: Instance; readonly view: View }) {
  const client = useMemo(() => {
    const page = { origin: window.location.origin, beforeErrors: loadFailureWords }
    return openSession(httpHandler, instance, null, page).client
  }, [instance])
  const listed = useQuery(tablesQuery(instance.id, client))
  const tables = useTables(instance.id, client)
  const resource = shownTable(view, instance, listed.data)
  const asksFields = view.mode === 'sql' || view.summary !== '' || isUndecided(view, null)
  const fields = useTableFields(instance.id, client, resource, asksFields)
  const summary = view.mode === 'sql' ? null : readSummary(view.summary)
  const title = resource === null ? instance.title : tableTitle(tables.data, resource)
  const kindOf = (name: string) => fieldKind(fields?.find(({ id }) => id === name)?.type ?? '')
  const parts =
    summary === null
      ? queryParts(view, kindOf)
      : [summaryText(summary), ...queryParts({ ...view, sort: [], limit: null }, kindOf)]
  const sentence =
    view.mode === 'sql'
      ? embedWords.sentence(instance.title, [embedWords.statement])
      : embedWords.sentence(title, parts.length === 0 ? [embedWords.allRecords] : parts)
  const shared = { instance, client, view }
  return (
    <Frame view={view} sentence={sentence}>
      {view.mode === 'sql' ? (
        <EmbeddedStatement {...shared} />
      ) : resource === null ? (
        <p className={styles.note}>{listed.isPending ? embedWords.loading : embedWords.nothing}</p>
      ) : summary !== null ? (
        <EmbeddedSummary {...shared} summary={summary} resource={resource} title={title} fields={fields} />
      ) : (
        <EmbeddedSearch {...shared} resource={resource} title={title} fields={fields} />
      )}
    </Frame>
  )
}

interface FrameProps {
  readonly view: View
  /** What is shown, in words. */
  readonly sentence: string
  readonly children?: ReactNode
}

function Frame({ view, sentence, children }: FrameProps) {
  useEffect(() => {
    document.title = sentence === '' ? 'Rowan' : `${sentence} · Rowan`
  }, [sentence])
  const hash = encodeView(view)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {/* Cut after three lines, so the whole of it is in the tooltip. */}
        <h1 className={styles.sentence} title={sentence}>
          {sentence}
        </h1>
        <a
          className={styles.open}
          href={`${window.location.pathname}${hash === '' ? '' : `#${hash}`}`}
          target="_blank"
          rel="noopener"
        >
          <Mark />
          {embedWords.open}
          <VisuallyHidden>{embedWords.newTab}</VisuallyHidden>
          <Icon icon={ExternalLink} size={12} />
        </a>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  )
}

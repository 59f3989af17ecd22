import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { KEPT_QUERIES } from '../workspace/keptQueries/databaseName.ts'
import { OPEN_QUERIES } from '../workspace/openQueries/databaseName.ts'
import { appWords } from '../words/en/app.ts'
import styles from './ErrorBoundary.module.css'

interface State {
  readonly error: Error | null
}

/** What is shown when drawing the page has failed: why, and ways out that lose as little as possible. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(_error: Error, info: ErrorInfo): void {
    this.componentStack = info.componentStack ?? ''
  }

  private componentStack = ''

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <main className={styles.place}>
        <Alert
          title={appWords.failed.title}
          serverTextLabel={appWords.failed.showDetails}
          serverText={`${error.stack ?? error.message}\n${this.componentStack}`}
          actions={
            <>
              <Button size="sm" variant="primary" onClick={() => window.location.reload()}>
                {appWords.failed.reload}
              </Button>
              <Button size="sm" onClick={startAtTheBeginning}>
                {appWords.failed.leave}
              </Button>
              <Button size="sm" variant="danger" onClick={forgetEverything}>
                {appWords.failed.forget}
              </Button>
            </>
          }
        >
          {appWords.failed.advice}
        </Alert>
      </main>
    )
  }
}

function startAtTheBeginning(): void {
  window.history.pushState(null, '', window.location.pathname + window.location.search)
  window.location.reload()
}

function forgetEverything(): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[kind]
      for (const name of Object.keys(storage)) if (name.startsWith('rowan.')) storage.removeItem(name)
    } catch {
      // A browser that denies its storage has kept nothing.
    }
  }
  try {
    for (const name of [OPEN_QUERIES, KEPT_QUERIES]) window.indexedDB.deleteDatabase(name)
  } catch {
    // As above.
  }
  startAtTheBeginning()
}

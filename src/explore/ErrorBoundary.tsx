import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './ErrorBoundary.module.css'

interface State {
  readonly error: Error | null
}

/** What is shown when drawing the page failed: what it was, and ways out that lose as little as can be. */
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
          title="This page has failed and can’t be drawn."
          serverTextLabel="Show details"
          serverText={`${error.stack ?? error.message}\n${this.componentStack}`}
          actions={
            <>
              <Button size="sm" variant="primary" onClick={() => window.location.reload()}>
                Reload
              </Button>
              <Button size="sm" onClick={startAtTheBeginning}>
                Leave this view
              </Button>
              <Button size="sm" variant="danger" onClick={forgetEverything}>
                Forget what this device keeps
              </Button>
            </>
          }
        >
          No data is lost: it lies on the server. Reload first. If it comes again, leave this view; if even that does
          not help, forget the connections, tokens and drafts that this device keeps for the page.
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
  startAtTheBeginning()
}

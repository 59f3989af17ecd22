import type { ReactNode } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Boundary, type FailedPart } from '../ui/Boundary.tsx'
import { Button } from '../ui/Button.tsx'
import { appWords } from '../words/en/app.ts'
import { uiWords } from '../words/en/ui.ts'
import { resetLooks } from '../workspace/resetLooks.ts'
import styles from './ErrorBoundary.module.css'

/** What is shown when drawing the page has failed: why, and ways out that lose nothing that anybody has typed. */
export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  return <Boundary otherwise={failedPage}>{children}</Boundary>
}

function failedPage({ details }: FailedPart): ReactNode {
  return (
    <main className={styles.place}>
      <Alert
        title={appWords.failed.title}
        serverTextLabel={uiWords.showDetails}
        serverText={details}
        actions={
          <>
            <Button size="sm" variant="primary" onClick={() => window.location.reload()}>
              {appWords.failed.reload}
            </Button>
            <Button size="sm" onClick={startAtTheBeginning}>
              {appWords.failed.leave}
            </Button>
            <Button
              size="sm"
              onClick={() => {
                resetLooks()
                startAtTheBeginning()
              }}
            >
              {appWords.failed.reset}
            </Button>
          </>
        }
      >
        {appWords.failed.advice}
      </Alert>
    </main>
  )
}

function startAtTheBeginning(): void {
  window.history.pushState(null, '', window.location.pathname + window.location.search)
  window.location.reload()
}

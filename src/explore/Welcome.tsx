import { Server } from 'lucide-react'
import { Alert } from '../ui/Alert.tsx'
import { Kbd } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './Welcome.module.css'

export interface WelcomeProps {
  /** What kept the page from knowing an instance, in words. */
  readonly problem: string | null
  readonly onConnect: () => void
}

/** The first visit, where no instance is known: what there is to do. */
export function Welcome({ problem, onConnect }: WelcomeProps) {
  return (
    <main className={styles.welcome}>
      <h1>Begin with a service</h1>
      <p>
        Rowan reads tables of any service that speaks the DataStore action API, such as a CKAN site: filter, sort and
        search them, or write SQL.
      </p>
      {problem !== null && (
        <div className={styles.problem}>
          <Alert tone="warning" title={problem}>
            A connection that you make yourself works all the same.
          </Alert>
        </div>
      )}
      <div className={styles.ways}>
        <div className={styles.way}>
          <Icon icon={Server} size={20} />
          <button type="button" onClick={onConnect}>
            Connect to a service
          </button>
          <p>Give the base URL of the site, and an API token if its tables are private. Rowan tests what answers.</p>
          <span>
            press <Kbd>C</Kbd>
          </span>
        </div>
      </div>
    </main>
  )
}

export interface UnknownPlaceProps {
  readonly baseUrl: string
  readonly onReview: () => void
}

/** A link names a service that is not known here: nothing was asked of it, and nothing is before the user agrees. */
export function UnknownPlace({ baseUrl, onReview }: UnknownPlaceProps) {
  return (
    <main className={styles.welcome}>
      <h1>This link leads to a service that is not known here</h1>
      <p>
        It names <b>{baseUrl}</b>. Nothing has been asked of it yet.
      </p>
      <div className={styles.ways}>
        <div className={styles.way}>
          <Icon icon={Server} size={20} />
          <button type="button" onClick={onReview}>
            Look at the connection
          </button>
          <p>Saving it opens what the link shows. Choosing another instance leaves the link.</p>
        </div>
      </div>
    </main>
  )
}

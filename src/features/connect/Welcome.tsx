import { Server } from 'lucide-react'
import { Alert } from '../../ui/Alert.tsx'
import { Kbd } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import type { SettingsFileProblem } from '../../workspace/settingsFile.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { settingsFileWords } from '../../workspace/settingsFileWords.ts'
import { welcomeWords } from '../../words/en/connect/welcome.ts'
import { keyCap } from '../shortcuts/keyNames.ts'
import styles from './Welcome.module.css'

export interface WelcomeProps {
  /** What is wrong with the base that a link names, in words. */
  readonly address: string | null
  /** What is wrong with the settings file. */
  readonly file: SettingsFileProblem | null
  readonly onConnect: () => void
}

/** The first visit, when no instance is known: what there is to do. */
export function Welcome({ address, file, onConnect }: WelcomeProps) {
  const problem = address ?? (file && settingsFileWords(file))
  const words = welcomeWords.welcome
  const hasKeys = useSetting(settings.singleKeys)
  return (
    <main className={styles.welcome}>
      <h1>{words.title}</h1>
      <p>{words.about}</p>
      {problem !== null && (
        <div className={styles.problem}>
          <Alert tone="warning" title={problem}>
            {words.ownWorks}
          </Alert>
        </div>
      )}
      <div className={styles.ways}>
        <div className={styles.way}>
          <Icon icon={Server} size={20} />
          <button type="button" onClick={onConnect}>
            {words.connect}
          </button>
          <p>{words.connectAbout}</p>
          {hasKeys && (
            <span>
              {words.pressKey} <Kbd>{keyCap('newConnection')}</Kbd>
            </span>
          )}
        </div>
      </div>
    </main>
  )
}

export interface UnknownPlaceProps {
  readonly baseUrl: string
  readonly onReview: () => void
}

/** A link names a service that is not known here: nothing is asked of it before the user agrees. */
export function UnknownPlace({ baseUrl, onReview }: UnknownPlaceProps) {
  const words = welcomeWords.unknownPlace
  return (
    <main className={styles.welcome}>
      <h1>{words.title}</h1>
      <p>
        <RichText parts={words.about(baseUrl)} />
      </p>
      <div className={styles.ways}>
        <div className={styles.way}>
          <Icon icon={Server} size={20} />
          <button type="button" onClick={onReview}>
            {words.review}
          </button>
          <p>{words.reviewAbout}</p>
        </div>
      </div>
    </main>
  )
}

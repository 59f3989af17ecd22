import { Server } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { welcomeWords } from '../../words/en/connect/welcome.ts'
import styles from './UnknownPlace.module.css'

export interface UnknownPlaceProps {
  readonly baseUrl: string
  readonly onReview: () => void
}

/** A link names a service that is not known here: nothing is asked of it before the user agrees. */
export function UnknownPlace({ baseUrl, onReview }: UnknownPlaceProps) {
  const words = welcomeWords.unknownPlace
  return (
    <main className={styles.place}>
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

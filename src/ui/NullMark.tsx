import { uiWords } from '../words/en/ui.ts'
import styles from './NullMark.module.css'

/** The sign for null, which can't be mistaken for the word or for empty text. */
export function NullMark() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing that follows the theme is no file
    <svg className={styles.null} role="img" aria-label={uiWords.null} viewBox="0 0 10 10">
      <circle cx="5" cy="5" r="3" />
      <path d="M1.6 8.4 8.4 1.6" />
    </svg>
  )
}

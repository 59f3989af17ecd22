import styles from './StatusBar.module.css'

/** What stands between two parts of the status. */
export function Dot() {
  return (
    <>
      <span className={styles.dot}> · </span>
      {/* On a phone, where the words wrap, a line may end here. */}
      <wbr />
    </>
  )
}

import styles from './Bar.module.css'

/** Stands for a value that is not here yet; `share` is its width in percent. */
export function Bar({ share }: { readonly share: number }) {
  return <span className={styles.bar} style={{ inlineSize: `${share}%` }} />
}

import type { ReactNode } from 'react'
import styles from './Summarise.module.css'

export interface SaidProps {
  readonly word: string | null
  readonly children: ReactNode
}

/** A chip with the word before it, which stay together. */
export function Said({ word, children }: SaidProps) {
  return (
    <span className={styles.part}>
      {word !== null && <span className={styles.word}>{word}</span>}
      {children}
    </span>
  )
}

import { Fragment } from 'react'
import type { Mark } from './targets.ts'
import styles from './JumpDialog.module.css'

/** A text with what matches underlined. */
export function Marked({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) {
  return (
    <>
      {marks.map(([start, end], at) => (
        <Fragment key={start}>
          {text.slice(marks[at - 1]?.[1] ?? 0, start)}
          <mark className={styles.match}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}

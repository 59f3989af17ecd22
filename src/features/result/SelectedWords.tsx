import { Fragment } from 'react'
import type { Selected } from '../../grid/selection/useSelected.ts'
import { Dot } from './Dot.tsx'
import { selectedText } from './selectedText.ts'
import styles from './StatusBar.module.css'

/** The figures of the selected cells, in place of how the run ended. The grid itself tells a screen reader how many they are. */
export function SelectedWords({ selected }: { readonly selected: Selected }) {
  const [size = '', ...rest] = selectedText(selected)
  return (
    <div className={styles.status} data-selected="">
      <strong>{size}</strong>
      {rest.map((words) => (
        <Fragment key={words}>
          <Dot />
          <span>{words}</span>
        </Fragment>
      ))}
    </div>
  )
}

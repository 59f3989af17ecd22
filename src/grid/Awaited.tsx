import { Bar } from './Bar.tsx'
import styles from './DataGrid.module.css'

/** Stands for rows while not even the columns are known. */
export function Awaited() {
  return (
    <div className={styles.awaited} aria-hidden="true">
      {AWAITED.map((share) => (
        <Bar key={share} share={share} />
      ))}
    </div>
  )
}

const AWAITED = [62, 48, 71, 55, 66, 43, 58, 69, 51]

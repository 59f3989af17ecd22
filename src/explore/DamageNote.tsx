import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSettingsProblem, useStorageDamage } from '../state/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './OfflineNote.module.css'

/** Says, until it is closed, what could not be read of the page's settings and of what this device kept for it. */
export function DamageNote() {
  const [closed, setClosed] = useState(false)
  const problems = [useSettingsProblem(), useStorageDamage()].filter((problem) => problem !== null)
  if (closed || problems.length === 0) return null
  return (
    <section className={styles.note} data-tone="warning" aria-label="What could not be read">
      <Icon icon={TriangleAlert} />
      <p>{problems.join(' ')}</p>
      <Button size="sm" onClick={() => setClosed(true)}>
        Close
      </Button>
    </section>
  )
}

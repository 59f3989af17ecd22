import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSettingsProblem, useStorageDamage } from '../state/workspace.ts'
import { Note } from './Note.tsx'

/** Says, until it is closed, what could not be read of the page's settings and of what this device kept for it. */
export function DamageNote() {
  const [closed, setClosed] = useState(false)
  const problems = [useSettingsProblem(), useStorageDamage()].filter((problem) => problem !== null)
  if (closed || problems.length === 0) return null
  return (
    <section aria-label="What could not be read">
      <Note icon={TriangleAlert} tone="warning" end={{ label: 'Close', onEnd: () => setClosed(true) }}>
        {problems.join(' ')}
      </Note>
    </section>
  )
}

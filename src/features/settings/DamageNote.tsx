import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSettingsFileProblem } from '../../workspace/knownInstances.ts'
import { settingsFileWords } from '../../workspace/settingsFileWords.ts'
import { useStorageProblems } from '../../workspace/storageProblems.ts'
import { Note } from '../../ui/notes/Note.tsx'
import { settingsWords } from '../../words/en/settings.ts'

/** Says, until it is closed, what could not be read of the page's settings and of what this device kept for it. */
export function DamageNote() {
  const [closed, setClosed] = useState(false)
  const file = useSettingsFileProblem()
  const isDamaged = useStorageProblems().includes('damaged')
  const problems = [file && settingsFileWords(file), isDamaged ? settingsWords.storage.damaged : null]
  const shown = problems.filter((problem) => problem !== null)
  if (closed || shown.length === 0) return null
  return (
    <section aria-label={settingsWords.problemsTitle}>
      <Note icon={TriangleAlert} tone="warning" end={{ label: settingsWords.close, onEnd: () => setClosed(true) }}>
        {shown.join(' ')}
      </Note>
    </section>
  )
}

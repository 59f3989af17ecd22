import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SettingsFileProblem } from '../../workspace/settingsFile.ts'
import { settingsFileWords } from '../../workspace/settingsFileWords.ts'
import { Note } from '../../ui/notes/Note.tsx'
import { settingsWords } from '../../words/en/settings/settings.ts'

export interface DamageWordsProps {
  readonly file: SettingsFileProblem | null
  /** Something that this device kept could not be read. */
  readonly isDamaged: boolean
}

/** What could not be read, until it is closed. */
export function DamageWords({ file, isDamaged }: DamageWordsProps) {
  const [closed, setClosed] = useState(false)
  if (closed) return null
  const problems = [file && settingsFileWords(file), isDamaged ? settingsWords.storage.damaged : null]
  return (
    <section aria-label={settingsWords.problemsTitle}>
      <Note icon={TriangleAlert} tone="warning" end={{ label: settingsWords.close, onEnd: () => setClosed(true) }}>
        {problems.filter((problem) => problem !== null).join(' ')}
      </Note>
    </section>
  )
}

import { TriangleAlert } from 'lucide-react'
import { settingsFileWords } from '../../workspace/settingsFileWords.ts'
import type { SettingsFileProblem } from '../../workspace/settingsFile.ts'
import { Note } from '../../ui/notes/Note.tsx'
import { settingsWords } from '../../words/en/settings.ts'

export interface DamageTextProps {
  readonly file: SettingsFileProblem | null
  /** What this device kept could not be read. */
  readonly isDamaged: boolean
  readonly onClose: () => void
}

/** What could not be read, in words. */
export function DamageText({ file, isDamaged, onClose }: DamageTextProps) {
  const problems = [file && settingsFileWords(file), isDamaged ? settingsWords.storage.damaged : null]
  return (
    <section aria-label={settingsWords.problemsTitle}>
      <Note icon={TriangleAlert} tone="warning" end={{ label: settingsWords.close, onEnd: onClose }}>
        {problems.filter((problem) => problem !== null).join(' ')}
      </Note>
    </section>
  )
}

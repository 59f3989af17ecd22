import { useSettingsFileProblem } from '../../workspace/knownInstances.ts'
import { useStorageProblems } from '../../workspace/storageProblems.ts'
import { laterComponent } from '../../ui/later.tsx'

const DamageWords = laterComponent(() => import('./DamageWords.tsx').then((module) => module.DamageWords))

/** Says, until it is closed, what could not be read of the page's settings and of what this device kept for it. */
export function DamageNote() {
  const file = useSettingsFileProblem()
  const isDamaged = useStorageProblems().includes('damaged')
  return file !== null || isDamaged ? <DamageWords file={file} isDamaged={isDamaged} /> : null
}

import { useState } from 'react'
import { useSettingsFileProblem } from '../../workspace/knownInstances.ts'
import { useStorageProblems } from '../../workspace/storageProblems.ts'
import { optionalComponent } from '../../ui/later.tsx'

const DamageText = optionalComponent(() => import('./DamageText.tsx').then((module) => module.DamageText))

/** Says, until it is closed, what could not be read of the page's settings and of what this device kept for it. */
export function DamageNote() {
  const [closed, setClosed] = useState(false)
  const file = useSettingsFileProblem()
  const isDamaged = useStorageProblems().includes('damaged')
  if (closed || (file === null && !isDamaged)) return null
  return <DamageText file={file} isDamaged={isDamaged} onClose={() => setClosed(true)} />
}

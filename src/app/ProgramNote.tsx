import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { onMissing } from '../ui/later.tsx'
import { OverPage } from '../ui/Toast.tsx'
import { reloadInPlace } from '../workspace/reloadInPlace.ts'
import { appWords } from '../words/en/app.ts'
import { findFault, type ProgramFault } from './programFault.ts'
import styles from './ProgramNote.module.css'

/** Says over the page that a part of it could not be loaded, and why; the rest of the page stays as it is. */
export function ProgramNote() {
  const [shown, setShown] = useState<{ readonly fault: ProgramFault; readonly again: (() => void) | null } | null>(null)
  useEffect(() => {
    let isMended = false
    const hear = async (reason: unknown, again: (() => void) | null) => {
      const fault = await findFault(reason, again !== null)
      if (fault === null) return
      if (fault.kind === 'mended' && again !== null && !isMended) {
        isMended = true
        again()
      } else setShown({ fault, again })
    }
    onMissing((reason, again) => void hear(reason, again))
    // Also what is loaded for a press or a key and has no words for its absence.
    const hearUnsaid = ({ payload }: VitePreloadErrorEvent) => void hear(payload, null)
    window.addEventListener('vite:preloadError', hearUnsaid)
    return () => window.removeEventListener('vite:preloadError', hearUnsaid)
  }, [])
  const words = appWords.program
  const fault = shown?.fault
  const reloads = fault?.kind === 'newVersion' || fault?.kind === 'mended'
  const tryAgain = () => {
    setShown(null)
    shown?.again?.()
  }
  return (
    <OverPage label={words.title}>
      {fault && (
        <div className={styles.note}>
          <p>{fault.kind === 'wrongFile' ? words.wrongFile(fault.file) : words[fault.kind]}</p>
          <Button size="sm" icon={RotateCw} onClick={reloads ? reloadInPlace : tryAgain}>
            {reloads ? appWords.failed.reload : words.tryAgain}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setShown(null)}>
            {words.notNow}
          </Button>
        </div>
      )}
    </OverPage>
  )
}

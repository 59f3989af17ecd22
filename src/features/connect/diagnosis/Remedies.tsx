import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Remedy } from '../../../instances/diagnosis/remedy.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/browser/copyText.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { diagnosisWords } from '../../../words/en/connect/diagnosis.ts'
import styles from './Diagnosis.module.css'
import { purposeWords } from './stepWords.ts'

/** Lines to copy for the administrator of the server. */
export function Remedies({ remedies }: { readonly remedies: readonly Remedy[] }) {
  const [copied, setCopied] = useState<{ readonly text: string; readonly done: boolean } | null>(null)
  useEffect(() => {
    if (copied === null) return undefined
    const timer = setTimeout(() => setCopied(null), 3000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => setCopied({ text, done: await copyText(text) })
  return (
    <fieldset className={styles.remedy} aria-label={diagnosisWords.remedy}>
      {remedies.map((remedy) => {
        const { purpose, text } = remedy
        return (
          <div key={purpose}>
            <p>{purposeWords(remedy)}</p>
            <div className={styles.code}>
              <code data-lines={text.includes('\n') || undefined}>{text}</code>
              <Button
                size="sm"
                icon={copied?.text === text && copied.done ? Check : Copy}
                title={diagnosisWords.copyLine(text)}
                onClick={() => void copy(text)}
              >
                {diagnosisWords.copy}
              </Button>
            </div>
          </div>
        )
      })}
      <output>
        {copied?.done === true && <VisuallyHidden>{diagnosisWords.copied}</VisuallyHidden>}
        {copied?.done === false && <p>{diagnosisWords.copyFailed}</p>}
      </output>
    </fieldset>
  )
}

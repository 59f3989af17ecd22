import { CodeXml, Link } from 'lucide-react'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/browser/copyText.ts'
import { Popover } from '../../ui/floating/Popover.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { appWords } from '../../words/en/app.ts'
import { embedWords } from '../../words/en/embed.ts'
import type { View } from '../../workspace/view.ts'
import { linkWords } from '../linkWords.ts'
import { embedCode, linkTo } from './shareLink.ts'
import styles from './SharePanel.module.css'

export interface SharePanelProps {
  /** What is shown. */
  readonly view: View
  /** What it is called. */
  readonly title: string
  /** Another page could show it. */
  readonly mayEmbed: boolean
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** The link to what is shown, and the code that puts it into another page, each to copy. */
export function SharePanel({ view, title, mayEmbed, anchor, onClose }: SharePanelProps) {
  const [made, setMade] = useState<{ readonly link: string; readonly code: string } | null>(null)
  // Made before it is asked for: browsers let a page copy only for a moment after a press.
  useEffect(() => {
    let isHere = true
    void Promise.all([linkTo(view), embedCode(view, title)]).then(([link, code]) => isHere && setMade({ link, code }))
    return () => void (isHere = false)
  }, [view, title])
  const copy = async (text: string, copied: string, notCopied: string) => {
    showToast((await copyText(text)) ? copied : notCopied)
    onClose()
  }
  const { sharing: words } = appWords
  return (
    <Popover open onClose={onClose} anchor={anchor} align="end" label={appWords.share}>
      <div className={styles.panel}>
        <Part title={words.link} text={made?.link} says={words.holds}>
          <Button
            size="sm"
            icon={Link}
            data-autofocus=""
            aria-disabled={made === null || undefined}
            onClick={() => made && void copy(made.link, linkWords(made.link), appWords.linkNotCopied)}
          >
            {words.copyLink}
          </Button>
        </Part>
        {mayEmbed && (
          <Part title={words.embed} text={made?.code} says={words.shows}>
            <Button
              size="sm"
              icon={CodeXml}
              aria-disabled={made === null || undefined}
              onClick={() => made && void copy(made.code, embedWords.copied, embedWords.notCopied)}
            >
              {words.copyCode}
            </Button>
          </Part>
        )}
      </div>
    </Popover>
  )
}

interface PartProps {
  readonly title: string
  readonly text: string | undefined
  readonly says: string
  readonly children: ReactNode
}

function Part({ title, text, says, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <div className={styles.text}>
        <code>{text}</code>
        {children}
      </div>
      <p>{says}</p>
    </section>
  )
}

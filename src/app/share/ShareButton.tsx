import { ChevronDown, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { appWords } from '../../words/en/app.ts'
import type { Sharing } from './useSharing.tsx'

const SharePanel = laterComponent(() => import('./SharePanel.tsx').then((module) => module.SharePanel))

/** Opens what is shown as a link, and as code for another page; from This browser, as a file. */
export function ShareButton({ sharing }: { readonly sharing: Sharing }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { panel } = sharing
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        icon={Share2}
        collapses={1}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (panel === null ? void sharing.share() : setIsOpen(!isOpen))}
      >
        {appWords.share} <ChevronDown size={12} aria-hidden="true" />
      </Button>
      {isOpen && panel !== null && <SharePanel {...panel} anchor={anchor} onClose={() => setIsOpen(false)} />}
    </>
  )
}

import { useState } from 'react'
import help from '../../words/en/help.md?raw'
import { helpWords } from '../../words/en/help.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SearchField } from '../../ui/Field.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { keyCap } from '../shortcuts/keyNames.ts'
import styles from './HelpDialog.module.css'
import { findPages, readHelp, type HelpBlock, type HelpPiece } from './helpPages.ts'

export interface HelpDialogProps {
  readonly onClose: () => void
  readonly onShortcuts: () => void
  /** Shows the ways to begin; null where they are shown anyway. */
  readonly onFirstVisit: (() => void) | null
}

/** The help in the page: pages that are found by their words. It asks nothing of any server. */
export function HelpDialog({ onClose, onShortcuts, onFirstVisit }: HelpDialogProps) {
  const [pages] = useState(() => readHelp(help))
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(pages[0]?.title)
  const found = findPages(pages, text)
  const page = found.find(({ title }) => title === chosen) ?? found[0]
  const leave = (then: () => void) => {
    onClose()
    then()
  }
  return (
    <Dialog
      title={helpWords.title}
      width="wide"
      onClose={onClose}
      foot={
        <>
          {onFirstVisit !== null && (
            <Button size="lg" variant="ghost" onClick={() => leave(onFirstVisit)}>
              {helpWords.firstVisit}
            </Button>
          )}
          <Button size="lg" variant="ghost" keys={keyCap('listShortcuts')} onClick={() => leave(onShortcuts)}>
            {helpWords.shortcuts}
          </Button>
        </>
      }
    >
      <div className={styles.help}>
        <div className={styles.side}>
          <SearchField label={helpWords.find} value={text} onChange={setText} data-autofocus="" />
          <nav aria-label={helpWords.pages}>
            {found.map(({ title }) => (
              <button
                key={title}
                type="button"
                aria-current={title === page?.title ? 'page' : undefined}
                onClick={() => setChosen(title)}
              >
                {title}
              </button>
            ))}
          </nav>
        </div>
        {page === undefined ? (
          <p className={styles.page}>{helpWords.none(text.trim())}</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
          <article key={page.title} className={styles.page} tabIndex={0} aria-label={page.title}>
            <h2>{page.title}</h2>
            {page.blocks.map((block, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a page never changes
              <Block key={at} block={block} />
            ))}
          </article>
        )}
        <VisuallyHidden>
          <output>{text.trim() === '' ? '' : helpWords.found(found.length)}</output>
        </VisuallyHidden>
      </div>
    </Dialog>
  )
}

function Block({ block }: { readonly block: HelpBlock }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Pieces of={block.pieces} />
      </p>
    )
  return (
    <ul>
      {block.items.map((pieces, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a page never changes
        <li key={at}>
          <Pieces of={pieces} />
        </li>
      ))}
    </ul>
  )
}

function Pieces({ of }: { readonly of: readonly HelpPiece[] }) {
  return of.map(({ as: Tag, text }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- a page never changes
    Tag === 'text' ? text : <Tag key={at}>{text}</Tag>,
  )
}

import { Check, Minus, RotateCw, TriangleAlert } from 'lucide-react'
import type { Capabilities } from '../protocol/capabilities.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './CapabilityCard.module.css'
import { abilityWords, capabilityLines, reachedWords, tokenWords } from './capabilityWords.ts'
import { InstanceDot, standingOfCard } from './InstanceDot.tsx'

export interface CapabilityCardProps {
  /** null while nothing is known of the server. */
  readonly found: Capabilities | null
  /** What the card says of itself while nothing is known. */
  readonly otherwise: string
  /** Finds it out anew; absent while that is done. */
  readonly onCheck?: (() => void) | undefined
}

/** What a server can do, line by line, and how old that knowledge is. */
export function CapabilityCard({ found, otherwise, onCheck }: CapabilityCardProps) {
  const token = found && tokenWords(found)
  return (
    <section className={styles.card} aria-label="Capabilities">
      <h2>
        Capabilities
        <span className={styles.tag}>
          {found && <InstanceDot standing={standingOfCard(found)} />}
          {found ? abilityWords(found) : otherwise}
        </span>
      </h2>
      <dl>
        {capabilityLines(found).map(({ term, words, mark, isOpen }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd data-open={isOpen || undefined} data-mark={mark ?? undefined}>
              {mark && <Icon icon={MARKS[mark]} size={12} />}
              {words}
            </dd>
          </div>
        ))}
      </dl>
      {found && (
        <p>
          <span>
            {reachedWords(found.checkedAt)}
            {token && `, ${token}`}
          </span>
          {onCheck && (
            <Button variant="ghost" size="sm" icon={RotateCw} onClick={onCheck}>
              Check again
            </Button>
          )}
        </p>
      )}
    </section>
  )
}

const MARKS = { yes: Check, no: Minus, warning: TriangleAlert } as const

import { Check, Minus, RotateCw, TriangleAlert } from 'lucide-react'
import type { Probed } from '../../../instances/profile/probe.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './CapabilityCard.module.css'
import { capabilityWords } from '../../../words/en/connect/capabilities.ts'
import { connectWords } from '../../../words/en/connect/connect.ts'
import { InstanceDot, standingOf } from '../InstanceDot.tsx'
import { capabilityLines, reachedWords, tokenWords } from './capabilityLines.ts'

export interface CapabilityCardProps {
  /** null while nothing is known of the server. */
  readonly probed: Probed | null
  /** What the card says of itself while nothing is known. */
  readonly otherwise: string
  /** Asks the server again; absent while that is under way. */
  readonly onCheck?: (() => void) | undefined
}

/** What a server can do, line by line, and how old that knowledge is. */
export function CapabilityCard({ probed, otherwise, onCheck }: CapabilityCardProps) {
  const found = probed?.found ?? null
  const standing = found && standingOf(found)
  return (
    <section className={styles.card} aria-label={capabilityWords.title}>
      <h2>
        {capabilityWords.title}
        <span className={styles.tag}>
          {standing && <InstanceDot standing={standing} />}
          {standing ? connectWords.standings[standing] : otherwise}
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
      {probed && (
        <p>
          <span>{probedWords(probed)}</span>
          {onCheck && (
            <Button variant="ghost" size="sm" icon={RotateCw} onClick={onCheck}>
              {capabilityWords.checkAgain}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}

function probedWords({ at, found }: Probed): string {
  const token = tokenWords(found)
  return token === null ? reachedWords(at) : capabilityWords.reachedAs(reachedWords(at), token)
}

const MARKS = { yes: Check, no: Minus, warning: TriangleAlert } as const

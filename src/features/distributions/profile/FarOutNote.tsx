import { TriangleAlert } from 'lucide-react'
import type { Field } from '../../../protocol/field.ts'
import { fieldKind } from '../../../protocol/field.ts'
import type { ColumnProfile, FarOut } from '../../../summary/figures.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import type { View } from '../../../workspace/view.ts'
import styles from './ColumnProfilePanel.module.css'
import { misleadingMean, viewsWithoutFarOut, withFarOut } from './farOut.ts'
import { figureWords } from './profileFigures.ts'

export interface FarOutNoteProps {
  readonly field: Field
  readonly view: View
  readonly profile: ColumnProfile
  /** Shows the first of these that can be asked for. */
  readonly onViews: (views: readonly View[]) => void
}

/** Names the values far out, and what they do to the mean; they are seen or left out by one press. */
export function FarOutNote({ field, view, profile, onViews }: FarOutNoteProps) {
  const { farOut, distribution } = profile
  if (farOut === null || farOut.count === 0) return null
  const kind = fieldKind(field.type)
  const where = farWords(farOut)
  const misleads = misleadingMean(profile)
  const without = farOut.meanWithout === null ? null : figureWords(farOut.meanWithout, kind, 2).words
  const only = withFarOut(view, field.id, farOut)
  return (
    <div className={styles.far} data-tone={misleads === null ? undefined : 'warn'} role="note">
      <Icon icon={TriangleAlert} />
      <p>
        <RichText
          parts={
            misleads === null
              ? profileWords.areFarOut(farOut.count, where)
              : profileWords.misleads(misleads.times, farOut.count, where, without)
          }
        />
      </p>
      <div className={styles.acts}>
        <Button size="sm" onClick={() => only !== null && onViews([only])}>
          {profileWords.show(farOut.count)}
        </Button>
        <Button size="sm" onClick={() => onViews(viewsWithoutFarOut(view, field.id, farOut, distribution.nulls))}>
          {profileWords.leaveOut(farOut.count)}
        </Button>
      </div>
    </div>
  )
}

/** Where the values far out lie: `above 9,000,000,000`. */
export function farWords({ below, above }: FarOut): string {
  const [low, high] = [below, above].map((value) => (value === null ? null : figureWords(value, 'numeric', 2).words))
  if (low && high) return profileWords.belowOrAbove(low, high)
  return high ? profileWords.above(high) : profileWords.below(low ?? '')
}

import { TriangleAlert } from 'lucide-react'
import type { Field } from '../../../protocol/field.ts'
import { fieldKind } from '../../../protocol/field.ts'
import type { ColumnProfile, FarOut } from '../../../summary/figures.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import type { View } from '../../../workspace/view.ts'
import styles from './ColumnProfilePanel.module.css'
import { misleadingMean, viewsOfFarOut, viewsWithoutFarOut } from './farOut.ts'
import { readKind, type ReadKind } from '../values/valueWords.ts'
import { figureWords } from './profileFigures.ts'

export interface FarOutNoteProps {
  readonly field: Field
  readonly view: View
  readonly profile: ColumnProfile
  /** Whether anybody can be asked for what a view shows. */
  readonly canAsk: (view: View) => boolean
  /** Shows a view; `otherwise` says what else it leaves out. */
  readonly onView: (view: View, otherwise: string | null) => void
}

/** Names the values far out, and what they do to the mean; they are seen or left out by one press. */
export function FarOutNote({ field, view, profile, canAsk, onView }: FarOutNoteProps) {
  const { farOut, distribution } = profile
  if (farOut === null || farOut.count === 0) return null
  const kind = readKind(fieldKind(field.type), [profile.min, profile.max])
  const where = farWords(farOut, kind)
  const misleads = misleadingMean(profile)
  const without = farOut.meanWithout === null ? null : figureWords(farOut.meanWithout, kind, 2).words
  const others = { nulls: distribution.nulls, nan: profile.nan ?? 0, negative: profile.negative ?? 0 }
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
        <ViewButton views={viewsOfFarOut(view, field, farOut, others)} otherwise={null} {...{ canAsk, onView }}>
          {profileWords.show(profile.coverage.kind === 'all' ? farOut.count : null)}
        </ViewButton>
        <ViewButton
          views={viewsWithoutFarOut(view, field.id, farOut, others)}
          otherwise={profileWords.leftOutToo(others.nulls > 0, others.nan > 0)}
          {...{ canAsk, onView }}
        >
          {profileWords.leaveOut(farOut.count)}
        </ViewButton>
      </div>
    </div>
  )
}

interface ViewButtonProps extends Pick<FarOutNoteProps, 'canAsk' | 'onView'> {
  readonly views: readonly View[]
  /** What is said if the first of them can't be asked for, and a later one can. */
  readonly otherwise: string | null
  readonly children: string
}

/** Shows the first of the views that can be asked for; without any it says why there is none. */
function ViewButton({ views, otherwise, canAsk, onView, children }: ViewButtonProps) {
  const next = views.find((each) => canAsk(each))
  return (
    <Button
      size="sm"
      {...(next === undefined && { 'aria-disabled': true, title: distributionWords.noWay })}
      onClick={() => {
        if (next === undefined) showToast(distributionWords.noWay)
        else onView(next, next === views[0] ? null : otherwise)
      }}
    >
      {children}
    </Button>
  )
}

/** Where the values far out lie: `above 9,000,000,000`. */
export function farWords({ below, above }: FarOut, kind: ReadKind): string {
  const [low, high] = [below, above].map((value) => (value === null ? null : figureWords(value, kind, 2).words))
  if (low && high) return profileWords.belowOrAbove(low, high)
  return high ? profileWords.above(high) : profileWords.below(low ?? '')
}

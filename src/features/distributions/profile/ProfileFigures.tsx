import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Info } from 'lucide-react'
import { copiesEngine } from '../../../copies/copiesEngine.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Query } from '../../../query/query.ts'
import type { ColumnProfile } from '../../../summary/figures.ts'
import type { Coverage } from '../../../summary/summary.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import { askToCopy } from '../../copy/askToCopy.ts'
import { explainFailure } from '../../result/failure.ts'
import { isOffline } from '../../result/isOffline.ts'
import { isTimeout } from '../explain.ts'
import { answerBefore, profileQuery, type FiguresSource } from '../figureQueries.ts'
import { readKind } from '../values/valueWords.ts'
import type { FiguresUnder } from '../useFiguresSource.ts'
import styles from './ColumnProfilePanel.module.css'
import { CountedList } from './CountedList.tsx'
import { FarOutNote } from './FarOutNote.tsx'
import { Histogram } from './Histogram.tsx'
import { Periods } from './Periods.tsx'
import { missingDecimals, profileFigures, VALUE_LONGEST } from './profileFigures.ts'
import { shownName } from '../../../words/shownName.ts'

export interface ProfileFiguresProps extends FiguresUnder {
  readonly source: FiguresSource
  readonly field: Field
  readonly view: View
  readonly title: string
  /** All records of the query. */
  readonly inAll: Query
}

/** The figures of one column; what could not be worked out is named, and the rest stands. */
export function ProfileFigures(props: ProfileFiguresProps) {
  const { source, field, view, title, inAll, instance, client, canAsk, asked } = props
  const cache = useQueryClient()
  const options = profileQuery(source, inAll, field)
  const answer = useQuery({
    ...options,
    enabled: source.isHere,
    placeholderData: answerBefore<ColumnProfile>(options.queryKey),
  })
  const kind = fieldKind(field.type)
  if (answer.data === undefined) {
    if (answer.error === null) {
      return <output className={styles.awaited}>{profileWords.loading}</output>
    }
    if (isOffline(answer.error)) return null
    const { what, serverText } = explainFailure(answer.error, asked)
    return (
      <Alert
        plain
        title={profileWords.notLoaded(shownName(field.id))}
        serverText={serverText}
        actions={
          <Button size="sm" onClick={() => void cache.refetchQueries({ queryKey: options.queryKey })}>
            {profileWords.tryAgain}
          </Button>
        }
      >
        {what}
      </Alert>
    )
  }
  const profile = answer.data
  const { distribution, coverage, missing } = profile
  const figures = profileFigures(profile, kind)
  const decimals = missingDecimals(figures)
  const resource = view.resource ?? inAll.resource
  const mayCopy = coverage.kind !== 'all' && instance.origin !== 'embedded' && copiesEngine() !== null
  return (
    <div className={styles.figures} aria-busy={answer.isPlaceholderData} inert={answer.isPlaceholderData}>
      <Histogram field={field} kind={kind} profile={profile} />
      {distribution.shape.kind === 'nothing' && <p className={styles.note}>{profileWords.nothing}</p>}
      <dl className={styles.stats}>
        {figures.map(({ name, unit, words, share, whole, isCount }) => (
          <div key={name} data-column={words.length > VALUE_LONGEST ? 'wide' : isCount ? 'count' : 'value'}>
            <dt>
              {name}
              {unit !== undefined && <VisuallyHidden> {unit}</VisuallyHidden>}
            </dt>
            <dd title={whole} style={{ paddingInlineEnd: `${decimals.get(name) ?? 0}ch` }}>
              {words}
              {share !== undefined && <span> {profileWords.share(share)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <FarOutNote field={field} view={view} profile={profile} canAsk={canAsk} onView={show} />
      <p className={styles.provenance}>
        <Icon icon={coverage.kind === 'all' ? CircleCheck : CircleDashed} size={12} />
        {coverageWords(coverage, distribution.records)}
      </p>
      {(profile.infinite ?? 0) > 0 && (
        <p className={styles.provenance}>
          <Icon icon={Info} size={12} />
          {kind === 'numeric' ? profileWords.finiteNumbers : profileWords.finiteDates}
        </p>
      )}
      {profile.isExtentOfAll === true && (
        <p className={styles.provenance}>
          <Icon icon={CircleCheck} size={12} />
          {kind === 'integer' || kind === 'numeric' ? profileWords.extentOfAll : profileWords.spanOfAll}
        </p>
      )}
      {mayCopy && (
        <Button size="sm" onClick={() => askToCopy({ instance, client, query: queryOf(view, resource), title })}>
          {profileWords.copyToSeeAll}
        </Button>
      )}
      <Periods periods={profile.periods} />
      {saysTop(profile) && (
        <CountedList
          title={profileWords.top}
          values={profile.top}
          records={distribution.records}
          kind={readKind(kind, [profile.min, profile.max])}
        />
      )}
      {saysPatterns(profile) && (
        <CountedList
          title={profileWords.patterns}
          hint={profileWords.patternHint}
          values={profile.patterns.map(({ pattern, count }) => ({ value: JSON.stringify(pattern), count }))}
          records={distribution.records}
          kind="text"
          isCode
        />
      )}
      {missing.length > 0 && (
        <div className={styles.missing} role="note">
          <h3>{profileWords.missing}</h3>
          <ul>
            {missing.map(({ what, error }) => (
              <li key={what} title={explainFailure(error, asked).what}>
                {profileWords[isTimeout(asked)(error) ? 'outOfTime' : 'notAvailable'](profileWords.parts[what])}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function show(next: View, otherwise: string | null): void {
  navigate(next)
  if (otherwise !== null) showToast(otherwise)
}

/** Values that are drawn as bars are named if one stands out; of others there is a facet. */
function saysTop({ top, distribution: { shape, records } }: ColumnProfile): boolean {
  const [first] = top
  return shape.kind === 'bars' && first !== undefined && first.count > 1 && first.count / records >= 0.01
}

/** The pattern of words says nothing; that of codes, which have digits, does. */
function saysPatterns({ patterns }: ColumnProfile): boolean {
  return patterns[0]?.pattern.includes('9') === true
}

function coverageWords(coverage: Coverage, records: number): string {
  if (coverage.kind === 'sample') {
    const { of, total, isFirst, stretches } = coverage
    return isFirst === true ? profileWords.fromFirst(of, total) : profileWords.fromSample(of, total, stretches)
  }
  return coverage.kind === 'cut' ? profileWords.fromCut(coverage.at) : profileWords.fromAll(records)
}

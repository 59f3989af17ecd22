import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Query } from '../../../query/query.ts'
import type { Distribution } from '../../../summary/figures.ts'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import type { BrushControl } from '../brush/brushing.ts'
import { HeaderBrush } from '../brush/HeaderBrush.tsx'
import { mayBrush, rangeOn, withoutParts } from '../brush/ranges.ts'
import { answerBefore, distributionQuery, firstLookQuery } from '../figureQueries.ts'
import { stretchOf } from '../values/steps.ts'
import { isFlat } from './barPaths.ts'
import { BarsDrawing } from './BarsDrawing.tsx'
import { countsLike } from './countsLike.ts'
import type { Held, HeldStore } from './held.ts'
import styles from './HeaderDetail.module.css'
import { restTogether } from './restTogether.ts'
import { NullShare } from './NullShare.tsx'
import { saidOf } from './headerWords.ts'
import { ValuesDrawing } from './ValuesDrawing.tsx'

/** What a column of the grid holds, drawn into its header. */
export interface HeaderDetailProps {
  readonly store: HeldStore
  readonly brush: BrushControl
  readonly column: string
  /** px */
  readonly width: number
  readonly onValue: (field: Field, value: string) => void
}

export function HeaderDetail({ store, brush, column, width, onValue }: HeaderDetailProps) {
  const held = useSyncExternalStore(store.subscribe, store.get)
  const [rests, setRests] = useState(false)
  useEffect(() => restTogether(() => setRests(true)), [])
  const field = held.fields.find(({ id }) => id === column)
  const { shown } = held.source
  if (field === undefined || shown === null || !rests) return null
  return <Detail {...{ store, brush, held, field, width, onValue }} query={shown} />
}

interface DetailProps extends Omit<HeaderDetailProps, 'column'> {
  readonly held: Held
  readonly field: Field
  readonly query: Query
}

function Detail({ store, brush, held, field, query, width, onValue }: DetailProps) {
  const { source, brushed } = held
  const kind = fieldKind(field.type)
  const own = brushed?.field.id === field.id ? brushed : null
  const other = own === null ? brushed : null
  const range = rangeOn(query.where, field.id)
  // What a range of its own leaves out is drawn, too: one sees where it lies.
  const asked = own?.before ?? other?.before ?? (range === null ? query : withoutParts(query, range.conditions))
  const distribution = distributionQuery(source, asked, field)
  const isCounted = useQueryClient().getQueryData(distribution.queryKey) !== undefined
  const isAsked = source.isHere || brushed !== null
  // Asked before the distribution of all records, behind which it would have to wait for its turn.
  const look = useQuery({ ...firstLookQuery(source, asked, field), enabled: isAsked && !isCounted })
  const answer = useQuery({
    ...distribution,
    enabled: isAsked,
    placeholderData: answerBefore<Distribution>(distribution.queryKey),
  })
  const isAwaited = answer.data === undefined || answer.isPlaceholderData
  const seen = isAwaited ? (look.data ?? answer.data) : answer.data
  // A better answer that comes meanwhile must not move the bars under the pointer.
  const whole = own?.distribution ?? seen
  const follows = other !== null && whole !== undefined && !isAwaited
  const leftAsked = distributionQuery(source, query, field, whole)
  const { data: left, isPlaceholderData: isLeftBefore } = useQuery({
    ...leftAsked,
    enabled: follows && other.prepared === null && source.isHere && query !== other.before,
    placeholderData: answerBefore<Distribution>(leftAsked.queryKey),
  })
  const isOwnBefore = own === null && answer.isPlaceholderData && (look.data ?? null) === null
  const isBefore = isOwnBefore || (follows && left !== undefined && isLeftBefore)
  const said = whole === undefined || isOwnBefore ? null : saidOf(whole, kind)
  useEffect(() => {
    store.say(field.id, said)
    return () => store.say(field.id, null)
    // oxlint-disable-next-line react/exhaustive-deps -- its words decide
  }, [store, field.id, said?.name, said?.description])

  if (whole === undefined) {
    if (answer.error === null) return <span className={styles.awaited} aria-hidden="true" />
    // Of what a server refuses there is nothing to say here; what only took too long may be had of fewer records.
    if (!held.isTimeout(answer.error)) return null
    return (
      <span className={styles.failed} title={held.explain(answer.error)} aria-hidden="true">
        {distributionWords.outOfTime}
      </span>
    )
  }
  const { shape } = whole
  const counts = !follows
    ? null
    : other.prepared === null
      ? left === undefined
        ? null
        : countsLike(left, whole)
      : (other.prepared.counts(shareOf(other.stretch.from, other), shareOf(other.stretch.to, other)).get(field.id) ??
        null)
  const chosen =
    own?.stretch ?? (shape.kind === 'bars' && range !== null ? stretchOf(shape.bars, range.values, kind) : null)
  const isStrong = query.where !== asked.where || isFiltered(query, field.id) || held.profiled === field.id
  const aside = <NullShare distribution={whole} />
  const drawingWidth = Math.max(16, width - 20 - (whole.nulls > 0 || whole.coverage.kind === 'sample' ? 40 : 0))
  return (
    <div className={styles.line} inert={isBefore}>
      {shape.kind === 'bars' ? (
        <span className={styles.drawing}>
          {counts === null && chosen === null && isFlat(shape.bars.counts) ? (
            <ValuesDrawing distribution={whole} kind={kind} left={null} isStrong={isStrong} onValue={() => undefined} />
          ) : (
            <BarsDrawing
              counts={shape.bars.counts}
              left={counts}
              width={drawingWidth}
              isStrong={isStrong}
              stretch={chosen}
              isZeroApart={shape.bars.afterZero !== undefined}
            />
          )}
          {mayBrush(held, field.id) && (
            <HeaderBrush
              store={store}
              brush={brush}
              field={field}
              distribution={whole}
              bars={shape.bars}
              stretch={chosen}
              brushed={own}
            />
          )}
        </span>
      ) : (
        <ValuesDrawing
          distribution={whole}
          kind={kind}
          left={counts}
          isStrong={isStrong}
          onValue={(value) => onValue(field, value)}
        />
      )}
      {aside}
    </div>
  )
}

function shareOf(place: number, { bars }: { readonly bars: { readonly counts: readonly number[] } }): number {
  return place / bars.counts.length
}

function isFiltered({ where }: Query, field: string): boolean {
  return 'all' in where && where.all.some((part) => 'field' in part && part.field === field && part.off !== true)
}

import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Axis } from '../../charts/axis.ts'
import type { ChartField } from '../../charts/chartData.ts'
import type { Drawing } from '../../charts/drawing.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { chartWords } from '../../words/en/chart.ts'
import styles from './ChartFigure.module.css'
import { boxOf, brushBox, markAt, nearestMark, placeTip } from './figurePlaces.ts'
import { MarkList } from './MarkList.tsx'
import type { PictureMaker } from './pictureMaker.ts'
import { brushedKeys, useBrush } from './useBrush.ts'
import { useSize } from './useSize.ts'

export interface ChartFigureProps {
  readonly drawing: Drawing
  readonly maker: PictureMaker
  readonly onPick: ((rows: readonly number[]) => void) | undefined
  readonly onBrush: ((field: ChartField, keys: readonly JsonText[]) => void) | undefined
  /** The places of rows whose values are outlined. */
  readonly chosen?: readonly number[] | undefined
}

/** The picture, as large as its place, and what the pointer and the keyboard do with its values. */
export function ChartFigure({ drawing, maker, onPick, onBrush, chosen }: ChartFigureProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  const [hovered, setHovered] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const picture = useMemo(
    () => (size === null ? null : maker.drawPicture(drawing, size, maker.world)),
    [drawing, maker, size],
  )
  const axis = drawing.shape.kind === 'groups' ? drawing.shape.groups.axis : null
  const canBrush = onBrush !== undefined && axis !== null && axis.kind !== 'cycle'
  const brush = useBrush({
    picture: canBrush ? picture : null,
    place,
    onBrush: (from, to) => {
      const keys = axis === null ? [] : brushedKeys(axis, from, to)
      if (axis !== null && keys.length > 0) onBrush?.(axis.field, keys)
    },
  })
  const { range } = brush
  const brushed = picture === null || range === null ? null : brushBox(picture, range)
  const shown = hovered ?? focused
  const name = shown === null ? undefined : drawing.marks[shown]?.name
  const rangeName =
    range === null || axis === null ? undefined : chartWords.range(nameAt(axis, range.from), nameAt(axis, range.to))

  useLayoutEffect(() => {
    if (picture !== null) drawn.current?.replaceChildren(picture.svg)
  }, [picture])

  // What is shown stands in the picture, which React doesn't know.
  useLayoutEffect(() => {
    if (picture === null || size === null) return undefined
    const element = shown === null ? null : picture.svg.querySelector(`[data-mark="${shown}"]`)
    const state = shown === focused ? 'data-focused' : 'data-hovered'
    element?.setAttribute(state, '')
    const box = brushed ?? (element === null ? null : boxOf(element, picture.svg))
    if (tip.current !== null && box !== null) placeTip(tip.current, box, size)
    return () => element?.removeAttribute(state)
  }, [picture, size, shown, focused, brushed])

  useLayoutEffect(() => {
    if (picture === null || chosen === undefined) return undefined
    const elements = drawing.marks.flatMap(({ rows }, mark) =>
      rows.some((row) => chosen.includes(row)) ? [...picture.svg.querySelectorAll(`[data-mark="${mark}"]`)] : [],
    )
    for (const element of elements) element.setAttribute('data-chosen', '')
    return () => {
      for (const element of elements) element.removeAttribute('data-chosen')
    }
  }, [picture, drawing, chosen])

  const pick = (mark: number) => {
    const rows = drawing.marks[mark]?.rows
    if (rows !== undefined) onPick?.(rows)
  }
  return (
    // The pointer's part only: MarkList is the keyboard's.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={place}
      className={styles.place}
      data-picks={onPick === undefined ? undefined : ''}
      data-brushes={canBrush ? '' : undefined}
      onPointerMove={(event) => {
        if (!brush.move(event)) setHovered(markAt(event.target) ?? nearestMark(drawn.current, drawing, event))
      }}
      onPointerLeave={() => setHovered(null)}
      onPointerDown={(event) => brush.start(event)}
      onPointerUp={(event) => {
        if (brush.end()) return
        const mark = markAt(event.target) ?? nearestMark(drawn.current, drawing, event)
        if (mark !== null && event.button === 0) pick(mark)
      }}
      onPointerCancel={brush.drop}
    >
      <div ref={drawn} className={styles.picture} />
      {brushed !== null && <div className={styles.brush} style={brushed} />}
      {(rangeName ?? name) !== undefined && (
        <div ref={tip} className={styles.tip} aria-hidden="true">
          {rangeName ?? name}
        </div>
      )}
      <MarkList
        drawing={drawing}
        active={focused}
        onActive={setFocused}
        onPick={onPick === undefined ? undefined : pick}
        brush={canBrush ? { range, set: brush.set, keep: brush.keep, drop: brush.drop } : undefined}
      />
    </div>
  )
}

function nameAt({ places }: Axis, at: number): string {
  return places[at]?.name ?? ''
}

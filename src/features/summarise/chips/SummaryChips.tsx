import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ListFilter, Plus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { Field } from '../../../protocol/field.ts'
import { readSummary } from '../../../summary/summaryLink.ts'
import type { Grouping, Summary } from '../../../summary/summary.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/floating/Menu.tsx'
import { navigate, type View } from '../../../workspace/view.ts'
import { summariseWords } from '../../../words/en/summarise.ts'
import { PartPopover, type Part } from './PartPopover.tsx'
import { sampleOf } from '../sampleOf.ts'
import styles from './Summarise.module.css'
import { SummaryChip } from './SummaryChip.tsx'
import {
  groupingCount,
  MOST_GROUPINGS,
  withGroupingRemoved,
  withKeep,
  withoutFigure,
  withSummary,
} from '../summaryEdits.ts'
import { figureWords, groupingWords, howWords } from '../summaryText.ts'
import { shownName } from '../../../words/shownName.ts'

export interface SummaryChipsProps {
  readonly instanceId: string
  /** The table, as it was asked for its records. */
  readonly resource: string | null
  readonly view: View
  /** The table's. */
  readonly fields: readonly Field[]
  /** Each part of the sentence has a line, as in the sheet of a phone. */
  readonly isRoomy?: boolean
}

/** How the records are summarised, as the end of the sentence: `summarised by … across … showing … sorted by …`. */
export function SummaryChips(props: SummaryChipsProps) {
  const summary = readSummary(props.view.summary)
  return summary === null ? null : <Chips {...props} summary={summary} />
}

function Chips({
  instanceId,
  resource,
  view,
  fields,
  summary,
  isRoomy,
}: SummaryChipsProps & { readonly summary: Summary }) {
  const cache = useQueryClient()
  const all = useRef<HTMLSpanElement>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const [open, setOpen] = useState<Part | null>(null)
  const words = summariseWords
  const { by, across, figures, sort, keep, most } = summary
  /** All that is changed in one popover is one step back. */
  const isChanged = useRef(false)
  const show = (next: Summary | null, how: 'push' | 'replace' = 'push') => navigate(withSummary(view, next), how)
  const change = (next: Summary | null) => {
    if (show(next, isChanged.current ? 'replace' : 'push')) isChanged.current = true
  }
  const toggle = (part: Part) => (at: HTMLElement) => {
    anchor.current = at
    isChanged.current = false
    setOpen(isSame(part, open) ? null : part)
  }
  const isOpen = (part: Part) => isSame(part, open)
  /** The focus goes to the chip before the one that is removed, or to the first button. */
  const removed = (next: Summary | null) => (chip: HTMLElement | null) => {
    const chips = [...(all.current?.querySelectorAll<HTMLElement>('[data-summary-chip]') ?? [])]
    const at = chips.findIndex((each) => each === chip)
    const other = chips[at - 1] ?? chips[at + 1]
    setOpen(null)
    show(next)
    other?.querySelector('button')?.focus()
  }
  const chipOf = (grouping: Grouping, at: number | 'across') => (
    <SummaryChip
      label={at === 'across' ? words.acrossChip(groupingWords(grouping)) : words.byChip(groupingWords(grouping))}
      removeLabel={words.removeGrouping(shownName(grouping.field))}
      name={shownName(grouping.field)}
      after={howWords(grouping)}
      isOpen={isOpen({ kind: 'grouping', at })}
      onOpen={toggle({ kind: 'grouping', at })}
      onRemove={removed(withGroupingRemoved(summary, at))}
    />
  )
  const mayAddGrouping = groupingCount(summary) < MOST_GROUPINGS
  const sortedBy = sort === null || sort.by === 'group' ? null : figures[sort.by]
  const order = orderWords(sort?.descending === true, sortedBy === null)
  return (
    <>
      {!isRoomy && <span className={styles.break} />}
      <span ref={all} className={isRoomy ? styles.lines : styles.contents}>
        {by.map((grouping, at) => (
          <Said key={`${at} ${grouping.field}`} word={at === 0 ? words.summarisedBy : null}>
            {chipOf(grouping, at)}
          </Said>
        ))}
        {across !== null && (
          <Said word={by.length === 0 ? words.summarisedAcross : words.across}>{chipOf(across, 'across')}</Said>
        )}
        {mayAddGrouping && (
          <Said word={by.length === 0 && across === null ? words.summarisedWhole : null}>
            <Button
              variant="ghost"
              icon={Plus}
              iconOnly
              label={words.addGrouping}
              aria-haspopup="dialog"
              aria-expanded={isOpen({ kind: 'addGrouping' })}
              onClick={(event) => toggle({ kind: 'addGrouping' })(event.currentTarget)}
            />
          </Said>
        )}
        {figures.map((figure, at) => (
          <Said key={figureWords(figure)} word={at === 0 ? words.showing : null}>
            <SummaryChip
              label={words.showingChip(figureWords(figure))}
              removeLabel={words.removeFigure(figureWords(figure))}
              name={'field' in figure ? shownName(figure.field) : figureWords(figure)}
              before={'field' in figure ? words.kindOf(figure.kind) : null}
              isOpen={isOpen({ kind: 'figure', at })}
              onOpen={toggle({ kind: 'figure', at })}
              onRemove={figures.length < 2 ? undefined : removed(withoutFigure(summary, at))}
            />
          </Said>
        ))}
        <Button
          variant="ghost"
          icon={Plus}
          iconOnly
          label={words.addFigure}
          aria-haspopup="dialog"
          aria-expanded={isOpen({ kind: 'addFigure' })}
          onClick={(event) => toggle({ kind: 'addFigure' })(event.currentTarget)}
        />
        {groupingCount(summary) > 0 && (
          <>
            <Said word={words.sortedBy}>
              <SummaryChip
                isPlain
                icon={sort?.descending === true ? ArrowDown : ArrowUp}
                label={words.sortChip(sortedBy ? nameOfSort(summary) : words.theGroups, order)}
                removeLabel={words.removeSort}
                name={sortedBy ? nameOfSort(summary) : words.theGroups}
                after={order}
                isOpen={isOpen({ kind: 'sort' })}
                onOpen={toggle({ kind: 'sort' })}
                onRemove={sort === null ? undefined : removed({ ...summary, sort: null })}
              />
            </Said>
            {keep.map((filter, at) => {
              const figure = figures[filter.figure]
              if (figure === undefined) return null
              const kept = words.kept(figureWords(figure), filter.sign, filter.value)
              return (
                // Conditions are told apart by their place.
                // oxlint-disable-next-line react/no-array-index-key
                <Said key={`keep ${at}`} word={at === 0 ? words.keeping : null}>
                  <SummaryChip
                    isPlain
                    label={words.keepChip(kept)}
                    removeLabel={words.removeKeep(kept)}
                    before={words.groupsWith}
                    name={figureWords(figure)}
                    after={words.keptAs(filter.sign, filter.value)}
                    isOpen={isOpen({ kind: 'keep', at })}
                    onOpen={toggle({ kind: 'keep', at })}
                    onRemove={removed(withKeep(summary, at, null))}
                  />
                </Said>
              )
            })}
            {most !== null && (
              <Said word={keep.length === 0 ? words.keeping : null}>
                <SummaryChip
                  isPlain
                  label={words.mostChip(most)}
                  removeLabel={words.removeMost}
                  name={words.most(most)}
                  after={words.andRest}
                  isOpen={isOpen({ kind: 'most' })}
                  onOpen={toggle({ kind: 'most' })}
                  onRemove={removed({ ...summary, most: null })}
                />
              </Said>
            )}
            <Button
              variant="ghost"
              icon={ListFilter}
              iconOnly
              label={words.narrow}
              aria-haspopup="menu"
              aria-expanded={isOpen({ kind: 'narrow' })}
              onClick={(event) => toggle({ kind: 'narrow' })(event.currentTarget)}
            />
          </>
        )}
      </span>
      {open?.kind === 'narrow' && (
        <Menu
          label={words.narrow}
          anchor={anchor}
          onClose={() => setOpen(null)}
          groups={[
            [
              {
                id: 'most',
                title: words.onlyFirst,
                refusal: by.length === 0 ? words.needsRows : most === null ? undefined : words.isSo,
                onChoose: () => {
                  show({ ...summary, most: 5, sort: sort ?? { by: 0, descending: true } })
                  setOpen({ kind: 'most' })
                },
              },
              {
                id: 'keep',
                title: words.keepSome,
                refusal: by.length === 0 ? words.needsRows : undefined,
                onChoose: () => {
                  show(withKeep(summary, keep.length, { figure: 0, sign: '>=', value: '10' }))
                  setOpen({ kind: 'keep', at: keep.length })
                },
              },
            ],
          ]}
        />
      )}
      {open !== null && open.kind !== 'narrow' && (
        <PartPopover
          part={open}
          summary={summary}
          fields={fields}
          sample={sampleOf(cache, instanceId, resource)}
          anchor={anchor}
          onSummary={change}
          onPart={setOpen}
          onRemoved={(next) => removed(next)(anchor.current?.closest<HTMLElement>('[data-summary-chip]') ?? null)}
        />
      )}
    </>
  )
}

/** A chip with the word before it, which stay together. */
function Said({ word, children }: { readonly word: string | null; readonly children: ReactNode }) {
  return (
    <span className={styles.part}>
      {word !== null && <span className={styles.word}>{word}</span>}
      {children}
    </span>
  )
}

function orderWords(descending: boolean, areGroups: boolean): string {
  const { groupsDown, groupsUp, largestFirst, smallestFirst } = summariseWords
  if (areGroups) return descending ? groupsDown : groupsUp
  return descending ? largestFirst : smallestFirst
}

/** As the header of its column is called. */
function nameOfSort({ figures, sort, across }: Summary): string {
  const figure = sort === null || sort.by === 'group' ? undefined : figures[sort.by]
  if (figure === undefined) return summariseWords.theGroups
  return across !== null && figure.kind === 'count' ? summariseWords.total : figureWords(figure)
}

function isSame(a: Part, b: Part | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

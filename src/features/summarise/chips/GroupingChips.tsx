import { Plus } from 'lucide-react'
import type { Grouping, Summary } from '../../../summary/summary.ts'
import { Button } from '../../../ui/Button.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { shownName } from '../../../words/shownName.ts'
import { groupingCount, MOST_GROUPINGS, withGroupingRemoved, withoutFigure } from '../summaryEdits.ts'
import { figureWords, groupingWords, howWords } from '../summaryText.ts'
import { Said } from './Said.tsx'
import { SummaryChip } from './SummaryChip.tsx'
import type { SummaryParts } from './useSummaryParts.ts'

export interface PartChipsProps {
  readonly summary: Summary
  readonly parts: SummaryParts
}

/** What the groups are made of: `summarised by … across …`, and a button that adds to it. */
export function GroupingChips({ summary, parts }: PartChipsProps) {
  const words = summariseWords
  const { by, across } = summary
  const { isOpen, toggle, removed } = parts
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
  return (
    <>
      {by.map((grouping, at) => (
        <Said key={`${at} ${grouping.field}`} word={at === 0 ? words.summarisedBy : null}>
          {chipOf(grouping, at)}
        </Said>
      ))}
      {across !== null && (
        <Said word={by.length === 0 ? words.summarisedAcross : words.across}>{chipOf(across, 'across')}</Said>
      )}
      {groupingCount(summary) < MOST_GROUPINGS && (
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
    </>
  )
}

/** What is said of each group: `showing …`, and a button that adds to it. */
export function FigureChips({ summary, parts }: PartChipsProps) {
  const words = summariseWords
  const { figures } = summary
  const { isOpen, toggle, removed } = parts
  return (
    <>
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
    </>
  )
}

import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react'
import type { Summary } from '../../../summary/summary.ts'
import { Button } from '../../../ui/Button.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { withKeep } from '../summaryEdits.ts'
import { figureWords } from '../summaryText.ts'
import type { PartChipsProps } from './GroupingChips.tsx'
import { Said } from './Said.tsx'
import { SummaryChip } from './SummaryChip.tsx'

/** The order of the groups and which of them are kept: `sorted by … keeping …`, and a button that keeps fewer. */
export function OrderChips({ summary, parts }: PartChipsProps) {
  const words = summariseWords
  const { sort, keep, most } = summary
  const { isOpen, toggle, removed } = parts
  const sorted = nameOfSort(summary)
  const order = orderWords(sort?.descending === true, sort === null || sort.by === 'group')
  return (
    <>
      <Said word={words.sortedBy}>
        <SummaryChip
          isPlain
          icon={sort?.descending === true ? ArrowDown : ArrowUp}
          label={words.sortChip(sorted, order)}
          removeLabel={words.removeSort}
          name={sorted}
          after={order}
          isOpen={isOpen({ kind: 'sort' })}
          onOpen={toggle({ kind: 'sort' })}
          onRemove={sort === null ? undefined : removed({ ...summary, sort: null })}
        />
      </Said>
      <KeepChips summary={summary} parts={parts} />
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
  )
}

function KeepChips({ summary, parts: { isOpen, toggle, removed } }: PartChipsProps) {
  const words = summariseWords
  return summary.keep.map((filter, at) => {
    const figure = summary.figures[filter.figure]
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
  })
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

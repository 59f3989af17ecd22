import { Menu } from '../../../ui/floating/Menu.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { withKeep } from '../summaryEdits.ts'
import type { PartChipsProps } from './GroupingChips.tsx'

/** How fewer groups can be kept: the first ones, or those with a figure. */
export function NarrowMenu({ summary, parts: { anchor, setOpen, show } }: PartChipsProps) {
  const words = summariseWords
  const { by, sort, keep, most } = summary
  return (
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
  )
}

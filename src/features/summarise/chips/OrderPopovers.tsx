import type { RefObject } from 'react'
import type { Figure, GroupFilter, GroupSort } from '../../../summary/summary.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Field.tsx'
import { Popover, PopoverBody, PopoverFoot } from '../../../ui/floating/Popover.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import styles from './Summarise.module.css'
import { figureWords } from '../summaryText.ts'
import { TypedField } from './TypedField.tsx'

interface ChangingProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly onRemove: () => void
  readonly onClose: () => void
}

export interface SortPopoverProps extends ChangingProps {
  readonly sort: GroupSort | null
  readonly figures: readonly Figure[]
  readonly onSort: (sort: GroupSort | null) => void
}

/** Changes by what groups are sorted. */
export function SortPopover({ sort, figures, onSort, ...changing }: SortPopoverProps) {
  const words = summariseWords
  const by = sort?.by ?? 'group'
  const descending = sort?.descending === true
  return (
    <Changing {...changing} label={words.changeSort}>
      <label className={styles.field}>
        <span>{words.sortBy}</span>
        <Select
          label={words.sortBy}
          value={String(by)}
          options={[
            { value: 'group', title: words.theGroups },
            ...figures.map((figure, at) => ({ value: String(at), title: figureWords(figure) })),
          ]}
          onChange={(next) => onSort(next === 'group' ? null : { by: Number(next), descending: true })}
        />
      </label>
      <label className={styles.field}>
        <span>{words.order}</span>
        <Select
          label={words.order}
          value={descending ? 'down' : 'up'}
          options={[
            { value: 'down', title: by === 'group' ? words.groupsDown : words.largestFirst },
            { value: 'up', title: by === 'group' ? words.groupsUp : words.smallestFirst },
          ]}
          onChange={(order) => onSort(order === 'up' && by === 'group' ? null : { by, descending: order === 'down' })}
        />
      </label>
    </Changing>
  )
}

export interface KeepPopoverProps extends ChangingProps {
  readonly filter: GroupFilter
  readonly figures: readonly Figure[]
  readonly onFilter: (filter: GroupFilter) => void
}

/** Changes which groups are kept. */
export function KeepPopover({ filter, figures, onFilter, ...changing }: KeepPopoverProps) {
  const words = summariseWords
  return (
    <Changing {...changing} label={words.changeKeep}>
      <label className={styles.field}>
        <span>{words.kind}</span>
        <Select
          label={words.kind}
          value={String(filter.figure)}
          options={figures.map((figure, at) => ({ value: String(at), title: figureWords(figure) }))}
          onChange={(figure) => onFilter({ ...filter, figure: Number(figure) })}
        />
      </label>
      <label className={styles.field}>
        <span>{words.sign}</span>
        <Select
          label={words.sign}
          value={filter.sign}
          options={SIGNS.map((sign) => ({ value: sign, title: words.signs[sign] }))}
          onChange={(sign) => onFilter({ ...filter, sign })}
        />
      </label>
      <TypedField
        label={words.value}
        value={filter.value}
        read={(text) => (/^-?\d{1,40}(?:\.\d{1,40})?$/.test(text) ? null : words.badValue)}
        onValue={(value) => onFilter({ ...filter, value })}
      />
    </Changing>
  )
}

const SIGNS = ['>=', '>', '<=', '<', '='] as const satisfies GroupFilter['sign'][]

export interface MostPopoverProps extends ChangingProps {
  readonly most: number
  readonly onMost: (most: number) => void
}

/** Changes how many groups are shown, all others being the rest. */
export function MostPopover({ most, onMost, ...changing }: MostPopoverProps) {
  const words = summariseWords
  return (
    <Changing {...changing} label={words.changeMost}>
      <TypedField
        label={words.changeMost}
        value={String(most)}
        read={(text) => (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000 ? null : words.badMost)}
        onValue={(text) => onMost(Number(text))}
      />
    </Changing>
  )
}

function Changing(props: ChangingProps & { readonly label: string; readonly children: React.ReactNode }) {
  const { label, anchor, onRemove, onClose, children } = props
  return (
    <Popover open onClose={onClose} anchor={anchor} label={label}>
      <PopoverBody>
        <div className={styles.form}>{children}</div>
      </PopoverBody>
      <PopoverFoot>
        <Button size="sm" onClick={onClose}>
          {summariseWords.done}
        </Button>
        <span className={styles.spacer} />
        <Button size="sm" variant="ghost" onClick={onRemove}>
          {summariseWords.remove}
        </Button>
      </PopoverFoot>
    </Popover>
  )
}

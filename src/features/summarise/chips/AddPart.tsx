import { useState, type ReactNode, type RefObject } from 'react'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Figure, Grouping } from '../../../summary/summary.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { Icon, typeIcon } from '../../../ui/Icon.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { measuresFirst } from './FigurePopover.tsx'
import { fieldsFor, groupingOf, isCode, makesGroups, type Sample } from '../proposals.ts'
import styles from './Summarise.module.css'
import { shownName } from '../../../words/shownName.ts'

interface AddingProps {
  readonly fields: readonly Field[]
  readonly sample: Sample
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export interface AddGroupingProps extends AddingProps {
  /** Columns are free. */
  readonly mayGoAcross: boolean
  readonly onAdd: (grouping: Grouping, place: 'rows' | 'columns') => void
}

/** Chooses one more field that makes groups, as rows or as columns. */
export function AddGrouping({ mayGoAcross, onAdd, ...adding }: AddGroupingProps) {
  const { sample, onClose } = adding
  const able = adding.fields.filter((field) => makesGroups(field))
  const add = (field: Field, place: 'rows' | 'columns') => {
    onAdd(groupingOf(field, sample), place)
    onClose()
  }
  return (
    <FieldList
      {...adding}
      label={summariseWords.addGrouping}
      fields={able}
      onFirst={(field) => add(field, mayGoAcross ? 'columns' : 'rows')}
      buttonsOf={(field) =>
        (mayGoAcross ? PLACES : ROWS).map((place) => (
          <Button
            key={place}
            size="sm"
            variant="ghost"
            label={summariseWords.addAs(shownName(field.id), summariseWords[place])}
            onClick={() => add(field, place)}
          >
            {summariseWords.as(summariseWords[place])}
          </Button>
        ))
      }
    />
  )
}

const PLACES = ['rows', 'columns'] as const
const ROWS = ['rows'] as const

export interface AddFigureProps extends AddingProps {
  readonly figures: readonly Figure[]
  readonly onAdd: (figure: Figure) => void
}

/** Chooses one more figure for each group. */
export function AddFigure({ figures, onAdd, ...adding }: AddFigureProps) {
  const { fields, sample, onClose } = adding
  const words = summariseWords
  const add = (figure: Figure) => {
    onAdd(figure)
    onClose()
  }
  const kindsOf = (field: Field) =>
    OF_FIELDS.filter((kind) => fieldsFor(kind, [field]).length > 0 && !(isCode(field, sample) && kind !== 'distinct'))
  const able = fields.filter((field) => makesGroups(field))
  const firstKind = (field: Field) => (kindsOf(field).includes('mean') ? 'mean' : 'distinct')
  return (
    <FieldList
      {...adding}
      label={words.addFigure}
      fields={measuresFirst(able, sample)}
      onFirst={(field) => add({ kind: firstKind(field), field: field.id })}
      buttonsOf={(field) =>
        kindsOf(field).map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant="ghost"
            label={words.figure(kind, shownName(field.id))}
            disabled={figures.some((each) => each.kind === kind && 'field' in each && each.field === field.id)}
            onClick={() => add({ kind, field: field.id })}
          >
            {words.kinds[kind]}
          </Button>
        ))
      }
    >
      {(['count', 'share'] as const)
        .filter((kind) => !figures.some((each) => each.kind === kind))
        .map((kind) => (
          <li key={kind}>
            <span>{words.ofRecords}</span>
            <Button size="sm" variant="ghost" onClick={() => add({ kind })}>
              {words.kinds[kind]}
            </Button>
          </li>
        ))}
    </FieldList>
  )
}

const OF_FIELDS = ['sum', 'mean', 'median', 'min', 'max', 'distinct'] as const

interface FieldListProps extends AddingProps {
  readonly label: string
  /** Takes the first field that fits what was typed. */
  readonly onFirst: (field: Field) => void
  readonly buttonsOf: (field: Field) => ReactNode
  /** Further lines, while nothing is sought. */
  readonly children?: ReactNode
}

function FieldList({ label, fields, anchor, onFirst, buttonsOf, onClose, children }: FieldListProps) {
  const [text, setText] = useState('')
  const sought = text.trim().toLowerCase()
  const found = fields.filter(({ id }) => id.toLowerCase().includes(sought))
  const [first] = found
  return (
    <Popover open onClose={onClose} anchor={anchor} label={label}>
      <div className={styles.panel}>
        <div className={styles.find}>
          <SearchField
            label={summariseWords.findField}
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (first !== undefined) onFirst(first)
            }}
          />
        </div>
        {first === undefined && <p className={styles.none}>{summariseWords.noSuchField}</p>}
        <ul className={styles.fields} aria-label={label}>
          {sought === '' && children}
          {found.map((field) => (
            <li key={field.id}>
              <Icon icon={typeIcon(fieldKind(field.type))} />
              <span title={shownName(field.id)}>{shownName(field.id)}</span>
              {buttonsOf(field)}
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  )
}

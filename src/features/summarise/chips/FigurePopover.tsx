import type { RefObject } from 'react'
import type { Field } from '../../../protocol/field.ts'
import type { Figure } from '../../../summary/summary.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Field.tsx'
import { Popover, PopoverBody, PopoverFoot } from '../../../ui/floating/Popover.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { fieldsFor, firstMeasure, isCode, isNumber, type Sample } from '../proposals.ts'
import styles from './Summarise.module.css'
import { shownName } from '../../../words/shownName.ts'

export interface FigurePopoverProps {
  readonly figure: Figure
  readonly fields: readonly Field[]
  readonly sample: Sample
  readonly anchor: RefObject<HTMLElement | null>
  readonly onFigure: (figure: Figure) => void
  /** Absent: it is the only figure. */
  readonly onRemove: (() => void) | undefined
  readonly onClose: () => void
}

/** Changes what is worked out for each group. */
export function FigurePopover({ figure, fields, sample, anchor, onFigure, onRemove, onClose }: FigurePopoverProps) {
  const words = summariseWords
  const of = 'field' in figure ? figure.field : null
  const choices = measuresFirst(fieldsFor(figure.kind, fields), sample)
  return (
    <Popover open onClose={onClose} anchor={anchor} label={words.changeFigure}>
      <PopoverBody>
        <div className={styles.form}>
          <label className={styles.field}>
            <span>{words.kind}</span>
            <Select
              label={words.kind}
              value={figure.kind}
              options={KINDS.map((kind) => ({ value: kind, title: words.kinds[kind] }))}
              onChange={(kind) => {
                const next = figureOf(kind, of, fields, sample)
                if (next !== null) onFigure(next)
              }}
            />
          </label>
          {'field' in figure && (
            <label className={styles.field}>
              <span>{words.ofField}</span>
              <Select
                label={words.ofField}
                value={figure.field}
                options={withField(choices, figure.field).map((field) => ({
                  value: field.id,
                  title:
                    figure.kind !== 'distinct' && isCode(field, sample)
                      ? words.asCode(shownName(field.id))
                      : shownName(field.id),
                }))}
                onChange={(field) => onFigure({ kind: figure.kind, field })}
              />
            </label>
          )}
        </div>
      </PopoverBody>
      <PopoverFoot>
        <Button size="sm" onClick={onClose}>
          {words.done}
        </Button>
        <span className={styles.spacer} />
        {onRemove && (
          <Button size="sm" variant="ghost" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </PopoverFoot>
    </Popover>
  )
}

const KINDS = ['count', 'share', 'distinct', 'sum', 'mean', 'median', 'min', 'max'] as const satisfies Figure['kind'][]

/** The figure of that kind about that field, if it can be; else about the first that it can be about; null if none can. */
function figureOf(kind: Figure['kind'], field: string | null, fields: readonly Field[], sample: Sample): Figure | null {
  if (kind === 'count' || kind === 'share') return { kind }
  const able = fieldsFor(kind, fields)
  const same = able.find(({ id }) => id === field)
  const measure = kind === 'distinct' ? null : firstMeasure(able, sample)
  const chosen = same ?? measure ?? able.find(({ id }) => id !== '_id') ?? able[0]
  return chosen === undefined ? null : { kind, field: chosen.id }
}

/** Measures come first; codes can be chosen, but come last. */
export function measuresFirst(fields: readonly Field[], sample: Sample): readonly Field[] {
  const codes = fields.filter((field) => isCode(field, sample))
  const measures = fields.filter((field) => isNumber(field) && !codes.includes(field))
  return [...measures, ...fields.filter((field) => !codes.includes(field) && !measures.includes(field)), ...codes]
}

function withField(fields: readonly Field[], id: string): readonly Field[] {
  return fields.some((field) => field.id === id) ? fields : [{ id, type: 'text' }, ...fields]
}

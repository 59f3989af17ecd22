import { fieldKind, type Field, type FieldKind } from '../../../protocol/field.ts'
import { newCondition } from '../../../query/newCondition.ts'
import type { Where } from '../../../query/query.ts'
import type { TypedCondition, TypedConditions } from '../../../query/typed/typedCondition.ts'
import { Button } from '../../../ui/Button.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { exampleOn } from './example.ts'
import styles from './Popover.module.css'
import { Either, ReadsAs, Unread } from './Reads.tsx'

export interface WholeConditionProps {
  readonly whole: TypedConditions
  readonly fields: readonly Field[]
  readonly onTake: (conditions: readonly TypedCondition[]) => void
  /** Types the condition as it was meant. */
  readonly onText: (text: string) => void
}

/** What a condition says that was typed as a whole, or why it isn't understood. */
export function WholeCondition({ whole, fields, onTake, onText }: WholeConditionProps) {
  switch (whole.says) {
    case 'conditions':
      return (
        <ReadsAs condition={whereOf(whole.conditions)} fields={fields} kind={kindOfOnly(whole.conditions, fields)} />
      )
    case 'either':
      return (
        <Either
          value={whole.value}
          fields={fields}
          choices={whole.choices.map((each) => whereOf(each))}
          onChoose={(_, at) => onTake(whole.choices[at] ?? [])}
        />
      )
    case 'unread':
      return <Unread field={whole.field} rest={whole.rest} example={exampleOn(fields, whole.field)} />
    case 'noColumn':
      return <NoColumn name={whole.name} fix={whole.fix} onText={onText} />
  }
}

interface NoColumnProps extends Pick<WholeConditionProps, 'onText'> {
  readonly name: string
  readonly fix: { readonly column: string; readonly text: string } | null
}

function NoColumn({ name, fix, onText }: NoColumnProps) {
  return (
    <div className={styles.either}>
      <output>{conditionWords.noColumn(name)}</output>
      {fix !== null && (
        <Button size="sm" onClick={() => onText(fix.text)}>
          {conditionWords.columnInstead(fix.column)}
        </Button>
      )}
    </div>
  )
}

/** The kind of the field of a single condition. */
function kindOfOnly(conditions: readonly TypedCondition[], fields: readonly Field[]): FieldKind | undefined {
  const [only] = conditions.length === 1 ? conditions : []
  const type = fields.find(({ id }) => id === only?.field)?.type
  return type === undefined ? undefined : fieldKind(type)
}

/** Conditions that must all hold, as one. */
function whereOf(conditions: readonly TypedCondition[]): Where {
  const all = conditions.map((each) => newCondition(each.field, each, ''))
  const [only] = all
  return only !== undefined && all.length === 1 ? only : { all }
}
